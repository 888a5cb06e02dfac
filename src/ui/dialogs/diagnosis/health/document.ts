import {type Line, wrapped} from '../../../../present/line.ts';
import {healthFindings} from '../../../../store/state/health-report.ts';
import {blanks, fit, plain} from '../../../../text.ts';
import {type DocumentStyle, textDocument} from '../../../components/document-layout.ts';

const aboutWidth = 10;

/** What landfall has measured about itself, and the limits for it. */
export const healthDocument: DocumentStyle = {
	read({state, context: {localNow}}, width) {
		const findings = healthFindings(state, localNow);
		if (findings.length === 0) return textDocument([[{text: plain`Nothing has been measured yet.`, tone: 'quiet'}]]);
		return textDocument(
			findings.flatMap(({about, says, isBad}) =>
				wrapped(says, width - aboutWidth).map(
					(text, at): Line => [
						{text: at === 0 ? fit(about, aboutWidth) : blanks(aboutWidth), tone: 'quiet'},
						{text, tone: isBad ? 'bad' : 'plain'},
					],
				),
			),
		);
	},
};
