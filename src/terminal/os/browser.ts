import {plain, type SafeText, safe} from '../../text.ts';
import {type Environment, windowsProgram} from './programs.ts';
import type {Run} from './run.ts';

/** Gives what was done, or why not. */
export type Browse = (url: string) => Promise<SafeText>;

/** An address that a browser may be sent to. Undefined for anything but http and https, and for one that carries a name or a password. */
function browsable(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
	return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a reader of the text knows which host is meant: letters of other scripts, and numbers written in unusual ways, look like others. */
const isHostAsWritten = ({hostname}: URL, text: string): boolean => text.toLowerCase().includes(`//${hostname}`);

type BrowseOptions = {readonly platform: string; readonly environment: Environment; readonly run: Run};

/** What opens an address: its name, the program, and its arguments before the address. */
function openerOn({platform, environment}: BrowseOptions): readonly [string, string, ...(readonly string[])] {
	if (platform === 'darwin') return ['open', 'open'];
	if (platform !== 'win32') return ['xdg-open', 'xdg-open'];
	return ['rundll32', windowsProgram('rundll32', environment), 'url.dll,FileProtocolHandler'];
}

export const createBrowse =
	(options: BrowseOptions): Browse =>
	async text => {
		const url = browsable(text);
		if (!url) return plain`It was not opened: only addresses of http and https are.`;
		if (!isHostAsWritten(url, text)) return plain`It was not opened: what it leads to is ${safe(url.href)}`;
		const [name, program, ...args] = openerOn(options);
		const isOpen = await options.run(program, [...args, url.href]);
		return isOpen ? safe(`Opened ${url.href} with ${name}`) : safe(`${name} could not open ${url.href}`);
	};
