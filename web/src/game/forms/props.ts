import type { Question } from '../../lib/wire';

/** The properties of every form. `suggested` is the adviser's answer or empty; `send` answers the decision. */
export interface FormProps<Form> {
  question: Question;
  form: Form;
  suggested: string;
  busy: boolean;
  send: (text: string) => void;
}
