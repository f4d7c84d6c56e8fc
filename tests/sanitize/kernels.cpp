// The kernels over the sizes where words, strips and frames meet their ends, to be compiled with
// sanitizers.  One line for each group of checks, the word "failed" and an exit code for the first
// that does not hold.
//
// Every answer is compared with one from another method: cell by cell, with a set of
// visited cells, pixel by pixel.  All buffers have just the size that the kernels ask for, so that
// a byte too many is seen.
#include "kernels.hpp"

int main() {
    checks::check_making();
    checks::check_searching();
    checks::check_views();
    checks::check_pictures();
    checks::check_masks();
    checks::check_meshes();
    checks::check_changes();
    checks::check_tiles();
    checks::check_graphs();
    checks::check_rows();
    return 0;
}
