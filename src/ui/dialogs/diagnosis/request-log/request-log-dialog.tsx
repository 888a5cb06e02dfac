import {plain} from '../../../../text.ts';
import {documentLayer} from '../../../components/document.ts';
import {documentDialog} from '../../../components/document-dialog.tsx';
import {requestLogDocument} from './document.ts';
import {requestLogKeys} from './keys.ts';

export const requestLogDialog = {
	...documentLayer('Request log', requestLogDocument, requestLogKeys),
	component: documentDialog(plain`Request log`, requestLogDocument),
};
