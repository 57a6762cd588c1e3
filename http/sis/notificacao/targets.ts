import { internationalDigits } from '../../../core/br/fields'
import type { NoticeDocument } from '../../../core/notices/documents'
import type { Row } from '../../platform/resource'
import { fixedOf } from './fixed'
import type { NotificacaoTemplate } from './template'
import type { Referred } from './values'

/** Somebody to be told: at an address, or why not. */
export type Target = { readonly para: string } & ({ readonly address: string } | { readonly why: string })

/** Whom a template tells of a document. */
export function targetsOf(
  template: NotificacaoTemplate,
  document: NoticeDocument,
  record: Row,
  referred: Referred,
): readonly Target[] {
  const { para_cliente, para_vendedor, para: fixed } = template
  const canal = template.canal === 'whatsapp' ? 'whatsapp' : 'email'
  const addressOf = canal === 'email' ? mailOf : phoneOf
  const named = [
    { para: 'cliente', wanted: para_cliente, person: document.party },
    { para: 'vendedor', wanted: para_vendedor, person: document.seller },
  ]
  return [
    ...named.flatMap(({ para, wanted, person }): Target[] => {
      if (!wanted || !person) return []
      const who = person.label.toLowerCase()
      const found = referred(record, person.column)
      if (found === undefined) return [{ para, why: `Este documento não tem ${who}.` }]
      const address = addressOf(found)
      return [
        address === undefined
          ? { para, why: `O ${who} não tem ${canal === 'email' ? 'e-mail' : 'WhatsApp'} no cadastro.` }
          : { para, address },
      ]
    }),
    ...fixedOf(canal, fixed ?? '').map((address) => ({ para: address, address })),
  ]
}

const mailOf = ({ email }: Row): string | undefined => (typeof email === 'string' && email !== '' ? email : undefined)

/** The phone of whoever has WhatsApp as far as is known: of customers that is asked of the service. */
function phoneOf({ fone, has_whatsapp }: Row): string | undefined {
  return has_whatsapp === false || typeof fone !== 'string' ? undefined : internationalDigits(fone)
}
