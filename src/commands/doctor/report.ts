import type {Client, OnRequestEnd} from '../../api/client.ts';
import {ApiError, type ApiErrorKind} from '../../api/errors.ts';
import {userRequest} from '../../api/request.ts';
import type {RequestRecord} from '../../api/request-record.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {count} from '../../present/format.ts';
import {measuredSkewMs, noticedSkewMs, skewText} from '../../store/model/requests/request-log.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** One result of the doctor. `isBad` marks what needs attention. */
export type Finding = {readonly about: SafeText; readonly says: SafeText; readonly isBad?: boolean};

type Report = {
	/** Findings that need no network. */
	readonly findings: readonly Finding[];
	/** Creates a client for the selected service that reports each request. Undefined if no service is selected. */
	readonly connect: ((onRequestEnd: OnRequestEnd) => Client) | undefined;
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

/** Reports how far the local clock differs from the service's. */
function clockFinding(record: RequestRecord): Finding {
	const about = plain`clock`;
	const skewMs = measuredSkewMs(record);
	if (skewMs === undefined) return {about, says: plain`the service does not send its time`};
	if (Math.abs(skewMs) < 2000) return {about, says: plain`same as the service's`};
	const says = plain`${skewText(skewMs)}; ages use the service's`;
	return {about, says, isBad: Math.abs(skewMs) >= noticedSkewMs};
}

/** Sends one harmless read and reports its outcome. */
async function requestFindings(connect: NonNullable<Report['connect']>) {
	const about = plain`service`;
	const records: RequestRecord[] = [];
	const client = connect(record => records.push(record));
	let failure: ApiError | undefined;
	try {
		await client.listProjects({limit: 1}, new AbortController().signal, userRequest);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		failure = error;
	}

	const last = records.at(-1);
	const requestId = last?.requestId ?? failure?.details.requestId;
	const request = requestId === undefined ? plain`` : plain`, request ${requestId}`;
	const attempts = records.length > 1 ? plain` on attempt ${records.length}` : plain``;
	const answered = plain`answered ${last?.status ?? 0} in ${count(last?.tookMs ?? 0)} ms${attempts}${request}`;
	const says = failure ? plain`${safe(failure.code)}: ${failure.message}${request}` : answered;
	const findings: readonly Finding[] = [
		{about, says, isBad: failure !== undefined},
		...(last?.status === undefined ? [] : [clockFinding(last)]),
	];
	return {findings, code: failure ? (codes[failure.kind] ?? exitCodes.notGood) : exitCodes.done};
}

/** Prints the findings, never any part of a key, and returns the exit code. */
export async function printReport({findings, connect, print}: Report): Promise<number> {
	const printFinding = ({about, says, isBad = false}: Finding) =>
		print(`${isBad ? '!' : ' '} ${about.padEnd(aboutWidth)} ${says}\n`);
	for (const finding of findings) printFinding(finding);
	if (!connect) return findings.some(({isBad}) => isBad) ? exitCodes.usage : exitCodes.done;
	const answer = await requestFindings(connect);
	for (const finding of answer.findings) printFinding(finding);
	return answer.code;
}
