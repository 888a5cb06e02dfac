import type {LimitName} from './limits.ts';

/** What can be dropped, least needed first. */
export const trimParts = ['records', 'deployments', 'pages'] as const;

export type TrimPart = (typeof trimParts)[number];

/** How far trimming has got. */
export type Trimming = {
	/** How many parts have been dropped since a limit was exceeded. */
	readonly count: number;
	/** The resident memory when the last part was dropped. */
	readonly residentBytes: number;
};

export const notTrimming: Trimming = {count: 0, residentBytes: 0};

/** If dropping all parts did not help, they are dropped again once memory has grown by this factor. */
const growthFactor = 1.1;

/** The limits that keeping less helps to observe. Dropping what was read would make failing requests worse. */
const helped = new Set<LimitName>(['memory', 'frames', 'event loop']);

/** Returns the part to drop after a check, if any. One part at a check, so that a small excess costs little. */
export function nextTrim(
	{count, residentBytes: before}: Trimming,
	exceeded: readonly LimitName[],
	residentBytes: number,
): TrimPart | undefined {
	if (!exceeded.some(name => helped.has(name))) return undefined;
	const isAgain = count >= trimParts.length && residentBytes > before * growthFactor;
	return trimParts[isAgain ? 0 : count];
}

export const afterTrim = (part: TrimPart, residentBytes: number): Trimming => ({
	count: trimParts.indexOf(part) + 1,
	residentBytes,
});

/** Starts over once no limit is exceeded. */
export const afterCheck = (trimming: Trimming, exceeded: readonly LimitName[]): Trimming =>
	exceeded.some(name => helped.has(name)) ? trimming : notTrimming;
