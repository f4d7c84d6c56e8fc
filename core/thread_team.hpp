// Threads that share a piece of work.
//
// Free threads take tasks by number; the result of a task must not depend on the thread that runs
// it.  The calling thread works too, and it alone calls the outer control: when that stops it, the
// others stop as well.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#ifndef __wasi__
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

#include "control.hpp"

namespace labirinto {

#ifdef __wasi__ // a browser, where the caller is the only thread

class ThreadTeam {
  public:
    ThreadTeam(unsigned, Control &outside, std::uint64_t) : outside_(outside) {}

    template <class Task> void run(std::uint64_t tasks, Task task) {
        for (std::uint64_t k = 0; k < tasks; ++k) {
            task(k, outside_);
        }
    }

  private:
    Control &outside_;
};

#else

class ThreadTeam {
  public:
    // `total` is the sum of what all tasks report to their controls.
    ThreadTeam(unsigned threads, Control &outside, std::uint64_t total)
        : threads_(std::max(1U, threads)), outside_(outside), total_(total) {}

    // Calls task(k, control) once for every k below `tasks`.  Passes on the first exception.
    template <class Task> void run(std::uint64_t tasks, Task task) {
        next_ = 0;
        const auto work = [&](bool is_caller) noexcept {
            try {
                Member member(*this, is_caller);
                for (std::uint64_t k = next_++; k < tasks && !stopped_; k = next_++) {
                    member.begin_task();
                    task(k, member);
                }
            } catch (...) {
                stop(std::current_exception());
            }
        };
        std::vector<std::thread> others;
        const std::uint64_t wanted = std::min<std::uint64_t>(threads_, tasks);
        while (others.size() + 1 < wanted) {
            count_running(1);
            try {
                others.emplace_back([&] {
                    work(false);
                    count_running(-1);
                });
            } catch (const std::system_error &) {
                count_running(-1);
                break; // no more threads available: fewer do the work
            }
        }
        work(true);
        wait_for_others();
        for (std::thread &thread : others) {
            thread.join();
        }
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

  private:
    struct Stopped {};

    // The control of a task.
    class Member : public Control {
      public:
        Member(ThreadTeam &team, bool is_caller) : team_(team), is_caller_(is_caller) {}

        void begin_task() { reported_ = 0; }

        void check(std::uint64_t done, std::uint64_t) override {
            team_.done_ += done - reported_;
            reported_ = done;
            if (team_.stopped_) {
                throw Stopped();
            }
            if (is_caller_) {
                team_.outside_.check(team_.done_, team_.total_);
            }
        }

      private:
        ThreadTeam &team_;
        bool is_caller_;
        std::uint64_t reported_ = 0;
    };

    void stop(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!stopped_.exchange(true)) {
            error_ = std::move(error);
        }
    }

    void count_running(int change) {
        const std::lock_guard lock(mutex_);
        running_ += change;
        left_.notify_one();
    }

    void wait_for_others() {
        std::unique_lock lock(mutex_);
        while (
            !left_.wait_for(lock, std::chrono::milliseconds(50), [&] { return running_ == 0; })) {
            lock.unlock();
            try {
                if (!stopped_) {
                    outside_.check(done_, total_);
                }
            } catch (...) {
                stop(std::current_exception());
            }
            lock.lock();
        }
    }

    unsigned threads_;
    Control &outside_;
    std::uint64_t total_;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::condition_variable left_;
    int running_ = 0; // the others; guarded by the mutex, as is the error
    std::exception_ptr error_;
};

#endif

} // namespace labirinto
