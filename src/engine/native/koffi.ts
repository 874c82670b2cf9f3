import koffi from 'koffi'

/** Bytes; what a program's own thread has on Linux and macOS. Only what is used of it takes memory. */
const STACK = 8 * 1024 * 1024

/**
 * koffi gives a call in a thread of its own 128 KiB of stack. `std::regex`, with which whisper.cpp and llama.cpp find words,
 * needs some hundred bytes of it a letter. Nothing can be set any more once a library is open, so whoever calls libraries
 * takes koffi from here.
 */
if (koffi.config().async_stack_size !== STACK) koffi.config({ ...koffi.config(), async_stack_size: STACK })

export default koffi
