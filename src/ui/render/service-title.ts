import type {Line, SafeSpan} from '../../present/line.ts';
import type {ServiceInfo} from '../../store/model/connection.ts';
import {plain, type SafeText} from '../../text.ts';

type Title = Pick<ServiceInfo, 'name' | 'host' | 'accent'>;

/** Returns the profile name and the host of a service, or the host alone if the profile is named after it. */
export const serviceTitle = (title: Title): SafeText => plain`${title.name}${hostAfter(title)}`;

/** Returns what follows the name in the title of a service: its host, unless it is named after it. */
export const hostAfter = ({name, host}: Title): SafeText => (name === host ? plain`` : plain` · ${host}`);

/** Returns the name of a service: in a box of the profile's colour if it has one, otherwise in `tone`. */
export const nameSpan = ({name, accent}: Title, tone: 'accent' | 'plain'): SafeSpan =>
	accent ? {text: plain` ${name} `, tone: `badge-${accent}`} : {text: name, tone};

/** Returns the title of a service with its name in the profile's colour. */
export function titleLine(service: Title): Line {
	if (!service.accent) return [{text: serviceTitle(service), tone: 'plain'}];
	const host = hostAfter(service);
	return [nameSpan(service, 'plain'), ...(host === '' ? [] : [{text: host, tone: 'plain'} as const])];
}
