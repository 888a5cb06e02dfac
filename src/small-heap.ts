/**
Keeps the space for young objects as small as it is at the start.

landfall makes little garbage, all of it gone with the next frame, but V8 takes the rows that were read meanwhile for a reason to give that space thirty times the room: a process that is left open for days would hold 50 MB for nothing, and each collection would take as long as a frame. V8 reads this number whenever it is about to give more room.
*/
export function keepHeapSmall(): void {
	process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
