import {readdirSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {type SafeText, safe} from '../text.ts';
import {type PlainObject, parseObject, setAside} from './json-file.ts';
import {findTarget, type Target} from './link-target.ts';
import {locked, whyNotSaved} from './lock.ts';
import {type PrivateText, readPrivately} from './private-file.ts';

type SettingsFile = {
	/** What is in it, and what was wrong with it. A file that cannot be understood is set aside. */
	readonly read: () => {readonly content: PlainObject; readonly notice?: SafeText};
	/** Changes fields of what the file holds at this moment, one landfall after the other, so that whatever another has saved meanwhile stays. Gives why it could not, as the rest of a sentence that begins with the path. */
	readonly change: (fieldsOf: (stored: PlainObject) => PlainObject) => Promise<string | undefined>;
};

/** Thrown where the file is one that is not written over. */
class Unfit extends Error {}

/**
Reads `config.json`, or the file that it links to, and lets conf write it.

conf could read it too, but takes 14 ms to load, a quarter of the time to the first screen: it is loaded when something is saved. What stands around it is what it lacks: it does not ask whose a file or a link is, takes what is no object for an empty one, knows no other process that saves at the same time, and does not set a broken file aside.
*/
export function createSettingsFile(path: string, userId: number | undefined, now: () => number): SettingsFile {
	return {
		read() {
			const {target, text} = readTarget(path, userId);
			if (text.outcome === 'none') return {content: {}};
			if (text.outcome === 'refused') return {content: {}, notice: notUsed(path, text.why)};
			const content = parseObject(text.text);
			if (content) return {content};
			const name = setAside(path, now(), target);
			const fate = name ? `It is now called ${name}` : 'It could not be renamed';
			return {content: {}, notice: notUsed(path, `${about(path, target, 'cannot be understood.')} ${fate}.`)};
		},

		async change(fieldsOf) {
			try {
				await write(path, userId, fieldsOf);
				return undefined;
			} catch (error) {
				const why = whyNotWritten(error);
				if (why === undefined) throw error;
				return why;
			}
		},
	};
}

const notUsed = (path: string, why: string): SafeText => safe(`The settings were not used: ${path} ${why}`, 500);

/** Says something of a file as the rest of a sentence that begins with the path at which it was looked for. */
const about = (path: string, target: string, what: string): string =>
	target === path ? what : `leads to ${target}, which ${what}`;

function readTarget(path: string, userId: number | undefined): {readonly target: string; readonly text: PrivateText} {
	const found: Target = findTarget(path, userId);
	if (found.outcome === 'refused') return {target: path, text: found};
	const target = found.path;
	const text = readPrivately(target, {userId, isSecret: false});
	return {target, text: text.outcome === 'refused' ? {...text, why: about(path, target, text.why)} : text};
}

async function write(
	path: string,
	userId: number | undefined,
	fieldsOf: (stored: PlainObject) => PlainObject,
): Promise<void> {
	const {default: Conf} = await import('conf');
	const {target} = readTarget(path, userId);
	const [directory, name] = [dirname(target), basename(target)];
	// Where the file is, because another landfall may know it by another link.
	locked(directory, () => {
		const now = readTarget(path, userId);
		if (now.text.outcome === 'refused') throw new Unfit(now.text.why);
		if (now.target !== target) throw new Unfit('was made to lead elsewhere while it was being saved.');
		const conf = new Conf<PlainObject>({
			cwd: directory,
			configName: name,
			fileExtension: '',
			configFileMode: 0o600,
			accessPropertiesByDotNotation: false,
		});
		try {
			conf.set(fieldsOf(conf.store));
		} finally {
			removeDrafts(directory, name);
		}
	});
}

/** conf never removes the draft of a process that was killed while it wrote. Behind the lock, no draft is one that somebody still writes. */
function removeDrafts(directory: string, name: string): void {
	for (const file of readdirSync(directory)) {
		if (file.startsWith(`${name}.tmp-`)) rmSync(join(directory, file), {force: true});
	}
}

/** Undefined if it is a bug. */
function whyNotWritten(error: unknown): string | undefined {
	if (error instanceof Unfit) return error.message;
	if (error instanceof SyntaxError) return 'could not be written (it can no longer be read).';
	return whyNotSaved(error);
}
