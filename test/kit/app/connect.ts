import type {OpenTerminal} from './terminal.ts';

type TypedLogin = {readonly address: string; readonly key: string; readonly storage?: 'file' | 'session'};

/** Connects from the welcome screen with what a user types. The profile is called acme. */
export async function connect(terminal: OpenTerminal, {address, key, storage = 'file'}: TypedLogin): Promise<void> {
	await terminal.see('Where are your projects?');
	await terminal.press('enter');
	await terminal.see('▌ address');
	terminal.type(address);
	await terminal.press('enter');
	await terminal.see('▌ team API key');
	terminal.paste(key);
	await terminal.press('enter');
	await terminal.see('▌ profile name');
	terminal.type('acme');
	await terminal.press('enter');
	await terminal.see('▌ in a file');
	if (storage === 'session') {
		await terminal.press('down');
		await terminal.see('▌ only until');
	}

	await terminal.press('enter');
}
