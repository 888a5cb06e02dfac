import {readFileSync} from 'node:fs';
import {isSystemError} from '../base/files.ts';
import {plain, type SafeText, safe} from '../base/text.ts';

const untrusted = [
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];

export const isUntrusted = (code: string): boolean => untrusted.includes(code);

/** Node reads the file named by NODE_EXTRA_CA_CERTS only at its start. */
export function extraCertificatesProblem(path: string | undefined): SafeText | undefined {
	if (!path) return undefined;
	const named = plain`NODE_EXTRA_CA_CERTS names ${safe(path, 200)}, which`;
	const again = plain`Mend it and start landfall again.`;
	try {
		// A truncated certificate still has a BEGIN or an END.
		const pattern = /-----(?:BEGIN [^-]*CERTIFICATE-----[^-]*(?:-----END)?|END [^-]*CERTIFICATE)/g;
		const blocks = readFileSync(path, 'latin1').match(pattern) ?? [];
		if (blocks.length === 0) return plain`${named} holds no certificate in PEM form. ${again}`;
		const {X509Certificate} = process.getBuiltinModule('node:crypto');
		for (const block of blocks) new X509Certificate(`${block} CERTIFICATE-----`);
	} catch (error) {
		if (isSystemError(error)) return plain`${named} cannot be read (${safe(error.code ?? '')}). ${again}`;
		return plain`${named} holds a certificate that is damaged. ${again}`;
	}

	return undefined;
}
