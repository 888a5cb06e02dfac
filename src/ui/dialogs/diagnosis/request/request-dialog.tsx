import {plain} from '../../../../text.ts';
import {documentDialog} from '../../../components/document-dialog.tsx';
import {documentLayer} from '../../../components/document.ts';
import {requestDocument} from './document.ts';
import {requestKeys} from './keys.ts';

export const requestDialog = {
	...documentLayer('Request', requestDocument, requestKeys),
	component: documentDialog(plain`Request`, requestDocument),
};
