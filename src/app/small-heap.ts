/**
Keeps the memory of a process that is left open for days as small as its work is.

landfall makes little garbage, nearly all of it gone with the next frame. V8 takes the rows that were read meanwhile for a reason to give young objects thirty times the room, 50 MB for nothing, and each collection would take as long as a frame. Of old objects it lets garbage grow to a multiple of what lives: a walk through a million projects would leave 70 MB behind, and leaves half of that if no more than a third may be added. V8 reads both numbers whenever it is about to give more room.

V8 optimizes functions on four threads, and each keeps the memory that its largest job took, 5 MB or more. Over days nearly every function gets its turn, and resident memory grows by 15 MB. Functions of a thousand bytecodes are large enough for every loop that is worth it, and one thread is fast enough.
*/
export function keepHeapSmall(): void {
	const {setFlagsFromString} = process.getBuiltinModule('node:v8');
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=30');
	setFlagsFromString('--max-optimized-bytecode-size=1000');
	setFlagsFromString('--max-inlined-bytecode-size-cumulative=100');
	setFlagsFromString('--concurrent-turbofan-max-threads=1');
}
