import {expect, test} from 'vitest';
import {createAnnouncements, createAnnouncer} from '../../../src/ui/screen-reader/speaker.ts';

/** An announcer, and a function that puts texts on the screen with what must change before they are said again. */
function listen() {
	const {announcements, keyOf} = createAnnouncements();
	const announce = createAnnouncer(keyOf);
	let forget = () => {};
	return (texts: readonly string[], keys: readonly string[] = texts) => {
		forget();
		forget = announcements.add(texts, keys);
		return announce(texts);
	};
}

test('a text is announced once, and again only if more than its times has changed', () => {
	const show = listen();
	const keys = ['docs, building', 'id, a'];
	expect(show(['docs, building, 5s ago', 'id, a'], keys)).toEqual(['docs, building, 5s ago', 'id, a']);
	expect(show(['docs, building, 6s ago', 'id, a'], keys)).toEqual([]);
	expect(show(['docs, success, just now', 'id, a'], ['docs, success', 'id, a'])).toEqual(['docs, success, just now']);
});

test('what was gone is announced when it is back', () => {
	const show = listen();
	expect(show(['docs, v17'])).toEqual(['docs, v17']);
	expect(show(['Help'])).toEqual(['Help']);
	expect(show(['docs, v17'])).toEqual(['docs, v17']);
});

test('a line without a letter or a digit is not announced', () => {
	expect(listen()(['────', '▲', '***'])).toEqual([]);
});
