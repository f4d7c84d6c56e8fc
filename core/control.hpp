// How a long-running kernel reports progress and can be stopped.
#pragma once

#include <cstdint>

namespace labirinto {

// What a kernel reports to; this one lets all kernels run.  Others may throw to stop the kernel.
class Control {
  public:
    virtual ~Control() = default;

    // `done` of `total`, in units of the kernel's choice.
    virtual void check(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
};

// Calls the control once in `interval` polls, so that inner loops can poll.
class PollThrottle {
  public:
    PollThrottle(Control &control, std::uint32_t interval, std::uint64_t total)
        : control_(control), interval_(interval), left_(interval), total_(total) {}

    void poll(std::uint64_t done) {
        if (--left_ == 0) {
            left_ = interval_;
            control_.check(done, total_);
        }
    }

  private:
    Control &control_;
    std::uint32_t interval_;
    std::uint32_t left_;
    std::uint64_t total_;
};

} // namespace labirinto
