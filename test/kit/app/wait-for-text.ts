import {settled} from '../fixtures/clock.ts';

/** How long a busy machine may take for what depends on the disk or on another process. */
const maxWaitMs = 10_000;

/** Waits until a screen shows a text and returns the screen. A failure prints the screen. */
export async function waitForText(screen: () => string, text: string | RegExp): Promise<string> {
	const until = performance.now() + maxWaitMs;
	for (;;) {
		const shown = screen();
		if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
		if (performance.now() > until) throw new Error(`The screen does not show ${text}:\n${shown}`);
		await settled();
	}
}
