import {plain, type SafeText, safe} from '../base/text.ts';
import type {RunProgram} from './programs.ts';
import {isHostAsWritten, parseWebAddress} from './web-address.ts';

/** Resolves to a sentence with the outcome. Never rejects. */
type Browse = (url: string) => Promise<SafeText>;

type Opener = readonly string[];

function systemOpeners(platform: string, {WSL_DISTRO_NAME}: NodeJS.ProcessEnv): readonly Opener[] {
	if (platform === 'darwin') return [['open']];
	if (platform === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler']];
	// People in WSL use the browsers of Windows, which xdg-open does not find.
	return WSL_DISTRO_NAME ? [['wslview'], ['xdg-open']] : [['xdg-open']];
}

/** The browsers in BROWSER. A command with `%s` is left to the system's opener. */
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
