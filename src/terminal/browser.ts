import {plain, type SafeText, safe} from '../base/text.ts';
import type {RunProgram} from './programs.ts';
import {isHostAsWritten, parseWebAddress} from './web-address.ts';

/** Opens a url. Returns a sentence with the outcome; never throws. */
export type Browse = (url: string) => Promise<SafeText>;

/** A program with its arguments, before the url. */
type Opener = readonly string[];

function systemOpeners(platform: string, {WSL_DISTRO_NAME}: NodeJS.ProcessEnv): readonly Opener[] {
	if (platform === 'darwin') return [['open']];
	if (platform === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler']];
	// The browsers of Windows; what xdg-open finds inside of WSL is rarely one that is used.
	return WSL_DISTRO_NAME ? [['wslview'], ['xdg-open']] : [['xdg-open']];
}

/** Returns the browsers that the user prefers. One with `%s` for the url is left to the opener of the system. */
function preferredBrowsers(platform: string, {BROWSER = ''}: NodeJS.ProcessEnv): readonly Opener[] {
	const commands = BROWSER.split(platform === 'win32' ? ';' : ':').filter(command => !command.includes('%s'));
	return commands.map(command => command.split(/\s+/).filter(Boolean)).filter(words => words.length > 0);
}

type BrowseOptions = {readonly platform: string; readonly environment: NodeJS.ProcessEnv; readonly run: RunProgram};

export const createBrowse =
	({platform, environment, run}: BrowseOptions): Browse =>
	async text => {
		const url = parseWebAddress(text);
		if (!url) return plain`Not opened: only http and https addresses can be opened.`;
		if (!isHostAsWritten(url, text)) return plain`Not opened: it actually leads to ${safe(url.href)}`;
		const openers = [...preferredBrowsers(platform, environment), ...systemOpeners(platform, environment)];
		for (const [program = '', ...args] of openers) {
			if (await run(program, [...args, url.href])) return safe(`Opened ${url.href} with ${program}`);
		}

		const tried = openers.map(([program = '']) => program).join(', ');
		return safe(`${tried} could not open ${url.href}`);
	};
