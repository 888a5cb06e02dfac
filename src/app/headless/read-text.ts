import {buffer} from 'node:stream/consumers';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {CommandError} from '../../commands/headless/errors.ts';
import {openFile} from '../../settings/open-file.ts';
import {safe} from '../../text.ts';

async function readBytes(path: string): Promise<Uint8Array> {
	try {
		return await buffer(await openFile(path));
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		throw new CommandError(exitCodes.usage, safe(`${path} could not be read (${error.code}).`, 300));
	}
}

/** Returns the text of a file, or of standard input for `-`. Throws `CommandError` if it cannot be read exactly: the service would get something else than was written. */
export async function readText(path: string, input: NodeJS.ReadStream): Promise<string> {
	const bytes = path === '-' ? await buffer(input) : await readBytes(path);
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		const source = path === '-' ? 'Standard input' : path;
		throw new CommandError(exitCodes.usage, safe(`${source} is not UTF-8 text, so it was not used.`, 300));
	}
}
