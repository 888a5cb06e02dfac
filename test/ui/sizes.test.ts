import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../kit/app/frames.ts';
import {type Rendered, renderApp} from '../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const sizes = [
	[80, 24],
	[40, 12],
	[200, 50],
	[59, 20],
	[60, 19],
	[109, 30],
	[110, 20],
	[20, 6],
] as const;

/** The keys that lead from one screen to the next, and what each shows where there is room. */
const everyScreen: ReadonlyArray<readonly [keys: readonly string[], screen: string, shows: readonly RegExp[]]> = [
	[[], 'projects', [/^▌✔ waitlist-lumen .*success/m]],
	[['enter'], 'deployments', [/ waitlist-lumen /, /^▌✔ success/m, /^ ✔ success +(?:production +v43 +)?took 0:45/m]],
	[['enter'], 'deployment', [/environment +production/, /upload version +v43/]],
	[['q', 'q', 'e'], 'edit', [/│ ▌ name +waitlist-lumen/m, /slug +waitlist-lumen/, /No changes yet\./]],
	[['esc', 'a'], 'create', [/│ ▌ name/m, /enter add project +esc back/]],
	[['esc', ','], 'connect', [/│ ▌ address/m, /team API key/, /keep the key/]],
	[['esc', '4'], 'versions', [/v43/]],
	[['1', 't', 'y', '3'], 'activity', [/waitlist-lumen/]],
	[['2'], 'board', [/^ ◐ \d\+? running/m, /waitlist-lumen/]],
	[[':', ...'wall', 'enter'], 'wall', [/looked at/]],
];

test.each(sizes)('at %d × %d Ink draws no screen that is too long or too wide', async (columns, rows) => {
	app = await renderApp({columns, rows});
	for (const [keys, screen, shows] of everyScreen) {
		for (const key of keys) {
			if (key === 'y') await app.readQuestion();
			await app.press(key);
		}

		await app.clock.advance(3000);
		expect(app.state().interface.screens.at(-1)?.name).toBe(screen);
		expectToFit(app.lines(), {columns, rows});
		if (columns >= 40) for (const text of shows) expect(app.frame()).toMatch(text);
	}
});
