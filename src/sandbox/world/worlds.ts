import {hostileWords, oddWords, plainWords, type Words} from './words.ts';

export const worldNames = ['busy', 'quiet', 'empty', 'large', 'odd', 'hostile'] as const;

export type WorldName = (typeof worldNames)[number];

/** What makes one world unlike another. */
export type WorldKind = {
	readonly projects: number;
	/** How often, in milliseconds, somebody else does something. Undefined where nobody does. */
	readonly paceMs?: number;
	/** Projects take turns with these. */
	readonly words: readonly [Words, ...Words[]];
	readonly hasHostileText: boolean;
};

export const worldKinds: Readonly<Record<WorldName, WorldKind>> = {
	busy: {projects: 240, paceMs: 8000, words: [plainWords], hasHostileText: false},
	quiet: {projects: 12, words: [plainWords], hasHostileText: false},
	empty: {projects: 0, words: [plainWords], hasHostileText: false},
	large: {projects: 1_000_000, paceMs: 8000, words: [plainWords], hasHostileText: false},
	odd: {projects: 60, paceMs: 20_000, words: oddWords, hasHostileText: false},
	hostile: {projects: 90, paceMs: 20_000, words: hostileWords, hasHostileText: true},
};

export const isWorldName = (text: string): text is WorldName => worldNames.some(name => name === text);
