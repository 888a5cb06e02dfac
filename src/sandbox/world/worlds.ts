import type {WorldName} from '../../world-names.ts';
import {hostileWords, oddWords, plainWords, type Words} from './words.ts';

/** The properties of a world. */
export type WorldKind = {
	readonly projects: number;
	/** The mean interval between actions of the simulated team. Undefined without a team. */
	readonly meanIntervalMs?: number;
	/** Assigned to projects in rotation. */
	readonly words: readonly [Words, ...Words[]];
	readonly hasHostileText: boolean;
};

export const worldKinds: Readonly<Record<WorldName, WorldKind>> = {
	busy: {projects: 240, meanIntervalMs: 8000, words: [plainWords], hasHostileText: false},
	quiet: {projects: 12, words: [plainWords], hasHostileText: false},
	empty: {projects: 0, words: [plainWords], hasHostileText: false},
	large: {projects: 1_000_000, meanIntervalMs: 8000, words: [plainWords], hasHostileText: false},
	odd: {projects: 60, meanIntervalMs: 20_000, words: oddWords, hasHostileText: false},
	hostile: {projects: 90, meanIntervalMs: 20_000, words: hostileWords, hasHostileText: true},
};
