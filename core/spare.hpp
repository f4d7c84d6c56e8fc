// Something costly to prepare, kept for its next use.
#pragma once

#include <memory>
#include <utility>
#ifndef __wasi__
#include <mutex>
#endif

namespace labirinto {

#ifdef __wasi__ // where there is one thread
struct ShelfLock {
    void lock() {}
    void unlock() {}
};
#else
using ShelfLock = std::mutex;
#endif

// A place for one thing, which only one thread at a time can have.  It must not be moved while
// others use it.
template <class Thing> class Spare {
  public:
    // What lies here, which is then gone, or null.
    std::shared_ptr<Thing> take() {
        const std::lock_guard lock(shelf_->mutex);
        return std::exchange(shelf_->thing, nullptr);
    }

    void put(std::shared_ptr<Thing> thing) {
        const std::lock_guard lock(shelf_->mutex);
        shelf_->thing = std::move(thing);
    }

  private:
    struct Shelf {
        ShelfLock mutex;
        std::shared_ptr<Thing> thing;
    };

    std::unique_ptr<Shelf> shelf_ = std::make_unique<Shelf>();
};

} // namespace labirinto
