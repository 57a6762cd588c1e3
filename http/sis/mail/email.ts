import { emailFields } from '../../../core/fields/sis/email'
import { emailLife } from '../../../core/lifecycle/email'
import { badRequest } from '../../platform/errors'
import { refuseRows, type RecordOf, resource } from '../../platform/resource'
import { f } from '../../../core/fields/field'
import { mailHtml } from './message'

/** Mails that were sent in the name of a company, are to be, or are being written (N3-051). */
export const email = resource({
  name: 'email',
  paths: ['sis/email', 'sis/emails'],
  title: 'E-mail',
  right: 'emails',
  company: 'own',
  fields: emailFields,
  life: emailLife,
  search: ['para', 'assunto'],
  display: ['assunto', 'para'],
  unique: [['chave']],
  indexes: [['empresa_id', 'status', 'id']],
  beside: { html: f.text('Mensagem em HTML', { large: true }).computed() },
  hooks: {
    prepare: (_, drafts) => {
      if (drafts.some(({ before }) => before?.sigiloso === true))
        throw badRequest('O texto deste e-mail não é guardado: ele não muda.', 'secret')
      refuseRows(drafts, ({ before, values }) =>
        ((values.body === undefined ? before?.body : values.body) ?? '') === ''
          ? { body: 'Escreva a mensagem.' }
          : undefined,
      )
    },
    present: (_, { body }) => Promise.resolve({ html: typeof body === 'string' ? mailHtml(body) : null }),
  },
})

export type Email = RecordOf<typeof email>
