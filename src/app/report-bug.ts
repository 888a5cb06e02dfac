import {createSystemClock} from '../base/clock.ts';
import {failureLine} from '../base/failure.ts';
import {createRedaction} from '../base/redaction.ts';
import {version} from '../base/version.ts';
import {findDirectories} from '../settings/directories.ts';
import {bugSentence} from '../terminal/crash-file.ts';

export function reportBug(thrown: unknown, keys: ReadonlySet<string>, environment: NodeJS.ProcessEnv): void {
	const redaction = createRedaction();
	for (const key of keys) redaction.add(key);
	const sentence = bugSentence(thrown, {
		directory: findDirectories(environment).state,
		now: createSystemClock().now(),
		about: `landfall ${version}, Node ${process.versions.node}, ${process.platform}`,
		redact: redaction.redact,
	});
	process.stderr.write(failureLine(process.argv, {exitCode: 70, message: sentence.trimEnd()}));
}
