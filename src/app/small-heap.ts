/**
Limits the memory of a process that stays open for days.

landfall produces little garbage, and nearly all of it dies with the next frame. When many rows are loaded, V8 grows the young generation thirtyfold: 50 MB without any benefit, and each collection then takes as long as a frame. It also lets the old generation grow to a multiple of the live objects: reading through a million projects leaves 70 MB of garbage, or half of that with a growth limit of 30 %. V8 reads both flags each time it resizes the heap.

V8 compiles optimized code on four threads, and each keeps the memory of its largest job, 5 MB or more. Over days nearly every function gets optimized, and resident memory grows by 15 MB. A limit of a thousand bytecodes still covers every loop that matters, and one thread is fast enough.

Call it before Ink is loaded, which makes the young generation grow. Node compiles its own modules from source from then on, because V8 rejects their cached code once its flags have changed. So those that Ink needs are loaded here.
*/
export function keepHeapSmall(): void {
	for (const name of ['node:assert', 'node:child_process', 'node:url']) process.getBuiltinModule(name);
	const {setFlagsFromString} = process.getBuiltinModule('node:v8');
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=30');
	setFlagsFromString('--max-optimized-bytecode-size=1000');
	setFlagsFromString('--max-inlined-bytecode-size-cumulative=100');
	setFlagsFromString('--concurrent-turbofan-max-threads=1');
}
