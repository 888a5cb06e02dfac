import type {Gauges} from '../../../src/store/effects/self-monitor.ts';
import {type FrameTimes, noFrames} from '../../../src/store/model/health/figures.ts';

/** What a process is said to have measured, until the next check. */
export type TestGauges = Gauges & {resident: number; blockMs: number; framesPainted: FrameTimes; isWatching: boolean};

export const createTestGauges = (): TestGauges => ({
	resident: 80_000_000,
	blockMs: 0,
	isWatching: false,
	framesPainted: noFrames,
	allowedBytes: undefined,
	residentBytes() {
		return this.resident;
	},
	maxBlockMs() {
		return this.blockMs;
	},
	frames() {
		return this.framesPainted;
	},
	reset() {
		this.blockMs = 0;
		this.framesPainted = noFrames;
	},
	watch(isOn) {
		this.isWatching = isOn;
	},
	stop() {},
});
