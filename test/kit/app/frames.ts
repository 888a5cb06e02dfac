import stringWidth from 'string-width';
import {expect} from 'vitest';
import {settled} from '../fixtures/clock.ts';

export const sizes = [
	{columns: 80, rows: 24},
	{columns: 40, rows: 12},
	{columns: 200, rows: 50},
] as const;

type Size = {readonly columns: number; readonly rows: number};

export function expectToFit(lines: readonly string[], {columns, rows}: Size) {
	expect(lines.length).toBeLessThanOrEqual(rows);
	for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
}

type Box = {
	readonly title: string;
	readonly inside: readonly string[];
	readonly around: string;
	readonly width: number;
};

/** The front bordered box of a frame. All characters must be one cell wide. */
export function boxIn(lines: readonly string[]): Box {
	const top = lines.findLastIndex(line => line.includes('╭─ '));
	const left = lines[top]?.lastIndexOf('╭') ?? -1;
	const right = lines[top]?.lastIndexOf('╮') ?? -1;
	const bottom = lines.findIndex((line, row) => row > top && line[left] === '╰');
	if (top < 0 || bottom < 0 || right < 0) throw new Error(`The frame contains no box:\n${lines.join('\n')}`);
	const beside = lines.slice(top, bottom + 1).flatMap(line => [line.slice(0, left), line.slice(right + 1)]);
	return {
		title:
			lines[top]
				?.slice(left + 2, right)
				.replaceAll('─', '')
				.trim() ?? '',
		inside: lines.slice(top + 1, bottom).map(line => line.slice(left + 1, right).trim()),
		around: [...lines.slice(0, top), ...beside, ...lines.slice(bottom + 1)].join('\n'),
		width: right - left + 1,
	};
}

const maxWaitMs = Number(process.env.LANDFALL_LONGEST_WAIT ?? 30_000);

/** Waits for a text and returns the screen. A failure prints the screen. */
export async function waitForText(screen: () => string, text: string | RegExp): Promise<string> {
	const until = performance.now() + maxWaitMs;
	for (;;) {
		const shown = screen();
		if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
		if (performance.now() > until) throw new Error(`The screen does not show ${text}:\n${shown}`);
		await settled();
	}
}
