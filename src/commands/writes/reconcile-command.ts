import {shellWord} from '../../shell-word.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {serviceWords} from '../headless/service-words.ts';
import type {WriteSession} from './write-session.ts';

type Reconcilable = Pick<WriteSession, 'options' | 'session'>;

/** Returns the command that looks again for the outcome of a write. Undefined if the journal could not be used, so that no other landfall knows the write. */
export function reconcileCommand({options, session}: Reconcilable, intentId: string): SafeText | undefined {
	if (session.writes.journalFailure()) return undefined;
	return safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(shellWord).join(' '), 1000);
}

/** Says how to look again for the outcome of a write. */
export function lookAgainText(run: Reconcilable, intentId: string, purpose = plain`To look again`): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`The journal cannot be used, so no landfall can look again.`
		: plain`${purpose}: ${command}`;
}
