import * as v from 'valibot'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { notFound } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import type { Ctx } from '../../platform/context'
import { answered, withdraw } from '../../platform/exchange/exchange'
import { email } from './email'
import { sendsMail } from './send'
import { tellMail } from './tell'

const VERBS = { entregue: 'entrega', lido: 'le', devolvido: 'falha' } as const

/** What a mail service tells of mails by a call of its own (bounces, deliveries, opens), under the key that stands in their Message-ID. Throws 404. */
export const sinaliza = action(email, 'sinaliza', {
  on: 'collection',
  right: 'edit',
  summary: 'Avisa o que houve com um e-mail enviado (entregue, lido, devolvido), pela identificação do Message-ID.',
  input: v.object({
    chave: v.pipe(shortText(200), v.transform(keyIn)),
    evento: v.picklist(['entregue', 'lido', 'devolvido'], 'Use entregue, lido ou devolvido.'),
    motivo: v.optional(v.nullable(shortText(500))),
  }),
  answer: said,
  run: async ({ ctx, input: { chave, evento, motivo } }) => {
    const set = evento === 'devolvido' ? { erro: motivo ?? 'Devolvido pelo servidor de destino.' } : {}
    if (!(await tellMail(ctx, chave, VERBS[evento], set))) throw notFound()
    await endSending(ctx, chave, evento)
    return { message: 'Aviso registrado.' }
  },
})

/** What was told of has reached the server of mails, whatever became of its answer: it is not sent again under this key. */
async function endSending(ctx: Ctx, chave: string, evento: keyof typeof VERBS): Promise<void> {
  if (evento === 'devolvido') await withdraw(ctx, sendsMail, chave, 'O e-mail foi devolvido.')
  else await answered(ctx, sendsMail, chave, { resposta: evento })
}

/** The key in `<key@host>`, or as it is. */
function keyIn(text: string): string {
  return text.replace(/^<|@.*$|>$/g, '')
}
