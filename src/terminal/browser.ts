import {plain, type SafeText, safe} from '../base/text.ts';
import type {RunProgram} from './programs.ts';

/** Parses an address that is safe to open. Undefined for anything but http and https, and for addresses with credentials. */
function parseWebAddress(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
	return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a text names the host as a browser will see it: homographs and unusual number formats can disguise it. */
const isHostAsWritten = ({hostname}: URL, text: string): boolean => text.toLowerCase().includes(`//${hostname}`);

const maxLinkLength = 2000;

/** Returns the address that a terminal may link to, in printable ASCII. Undefined for a text that is no safe address. */
export function linkTo(text: string): string | undefined {
	const url = text.length > maxLinkLength ? undefined : parseWebAddress(text);
	if (!url || !isHostAsWritten(url, text)) return undefined;
	return url.href.length <= maxLinkLength && /^[!-~]+$/.test(url.href) ? url.href : undefined;
}

/** Opens a url. Returns a sentence with the outcome; never throws. */
export type Browse = (url: string) => Promise<SafeText>;

/** The opener of each platform, with its arguments before the url. */
const openers: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
	darwin: ['open'],
	win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export const createBrowse =
	({platform, run}: {readonly platform: string; readonly run: RunProgram}): Browse =>
	async text => {
		const url = parseWebAddress(text);
		if (!url) return plain`Not opened: only http and https addresses can be opened.`;
		if (!isHostAsWritten(url, text)) return plain`Not opened: it actually leads to ${safe(url.href)}`;
		const [program, ...args] = openers[platform] ?? ['xdg-open'];
		const isOpen = await run(program, [...args, url.href]);
		return isOpen ? safe(`Opened ${url.href} with ${program}`) : safe(`${program} could not open ${url.href}`);
	};
