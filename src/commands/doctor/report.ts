import type {CallRecord} from '../../api/call-record.ts';
import type {Client} from '../../api/client.ts';
import {ApiError, type ApiErrorKind} from '../../api/errors.ts';
import {awaited} from '../../api/transport/request.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {count} from '../../present/format.ts';
import {measuredSkewMs, noticedSkewMs, skewText} from '../../store/model/requests/clock-skew.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** One thing that was looked at, and whether it needs somebody. */
export type Finding = {readonly about: SafeText; readonly says: SafeText; readonly isBad?: boolean};

type Examination = {
	/** What was found without calling anybody. */
	readonly findings: readonly Finding[];
	/** Makes the way to the service that would be opened, and tells of each call. Undefined if none would be. */
	readonly connect: ((onCall: (record: CallRecord) => void) => Client) | undefined;
	readonly print: (text: string) => void;
};

const codes: Partial<Record<ApiErrorKind, number>> = {
	auth: exitCodes.keyRefused,
	forbidden: exitCodes.keyRefused,
	missing: exitCodes.notFound,
	busy: exitCodes.busy,
	network: exitCodes.unreachable,
	timeout: exitCodes.unreachable,
	server: exitCodes.unreachable,
	malformed: exitCodes.unusable,
};

const aboutWidth = 14;

/** By how much the clock of this computer differs from the service's. */
function clockFinding(record: CallRecord): Finding {
	const about = plain`clock`;
	const skewMs = measuredSkewMs(record);
	if (skewMs === undefined) return {about, says: plain`the service does not tell its time`};
	if (Math.abs(skewMs) < 2000) return {about, says: plain`as the service's`};
	const says = plain`${skewText(skewMs)}; ages are counted by the service's`;
	return {about, says, isBad: Math.abs(skewMs) >= noticedSkewMs};
}

/** Makes one harmless read, and says what came of it. */
async function callFindings(connect: NonNullable<Examination['connect']>) {
	const about = plain`service`;
	const records: CallRecord[] = [];
	const client = connect(record => records.push(record));
	let failure: ApiError | undefined;
	try {
		await client.listProjects({limit: 1}, new AbortController().signal, awaited);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		failure = error;
	}

	const last = records.at(-1);
	const requestId = last?.requestId ?? failure?.details.requestId;
	const request = requestId === undefined ? plain`` : plain`, request ${requestId}`;
	const tries = records.length > 1 ? plain` at try ${records.length}` : plain``;
	const answered = plain`answered ${last?.status ?? 0} in ${count(last?.tookMs ?? 0)} ms${tries}${request}`;
	const says = failure ? plain`${safe(failure.code)}: ${failure.message}${request}` : answered;
	const findings: readonly Finding[] = [
		{about, says, isBad: failure !== undefined},
		...(last?.status === undefined ? [] : [clockFinding(last)]),
	];
	return {findings, code: failure ? (codes[failure.kind] ?? exitCodes.notGood) : exitCodes.done};
}

/** Says what is as it should be and what is not, as text for a report. Never a byte of a key. Gives the exit code. */
export async function printReport({findings, connect, print}: Examination): Promise<number> {
	const tell = ({about, says, isBad = false}: Finding) =>
		print(`${isBad ? '!' : ' '} ${about.padEnd(aboutWidth)} ${says}\n`);
	for (const finding of findings) tell(finding);
	if (!connect) return findings.some(({isBad}) => isBad) ? exitCodes.usage : exitCodes.done;
	const called = await callFindings(connect);
	for (const finding of called.findings) tell(finding);
	return called.code;
}
