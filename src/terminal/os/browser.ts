import {plain, type SafeText, safe} from '../../text.ts';
import {type Environment, windowsProgram} from './programs.ts';
import type {RunProgram} from './run.ts';
import {isHostAsWritten, parseWebAddress} from './web-address.ts';

/** Opens a url. Returns a sentence with the outcome; never throws. */
export type Browse = (url: string) => Promise<SafeText>;

type BrowseOptions = {readonly platform: string; readonly environment: Environment; readonly run: RunProgram};

/** Returns the display name of the opener, the program, and the arguments before the url. */
function openerOn({platform, environment}: BrowseOptions): readonly [string, string, ...(readonly string[])] {
	if (platform === 'darwin') return ['open', 'open'];
	if (platform !== 'win32') return ['xdg-open', 'xdg-open'];
	return ['rundll32', windowsProgram('rundll32', environment), 'url.dll,FileProtocolHandler'];
}

export const createBrowse =
	(options: BrowseOptions): Browse =>
	async text => {
		const url = parseWebAddress(text);
		if (!url) return plain`Not opened: only http and https addresses can be opened.`;
		if (!isHostAsWritten(url, text)) return plain`Not opened: it actually leads to ${safe(url.href)}`;
		const [name, program, ...args] = openerOn(options);
		const isOpen = await options.run(program, [...args, url.href]);
		return isOpen ? safe(`Opened ${url.href} with ${name}`) : safe(`${name} could not open ${url.href}`);
	};
