import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { row, rows } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { identifier, nothing, shortText } from '../../platform/inputs'
import { anonymise, keptUntil } from './anonymise'
import { lgpd } from './lgpd'
import { pendingOf, reachesAll } from './pending'
import { purge } from './purge'
import { searchPeople, type Subject, subjectOf } from './titular'

const who = { recurso: shortText(60), registro_id: identifier }

export const titulares = action(lgpd, 'titulares', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Pessoas por CPF, e-mail, número ou nome, em todos os cadastros.',
  input: v.object({ busca: v.pipe(shortText(120), v.minLength(1, 'Preencha este campo.')) }),
  answer: rows,
  run: async ({ ctx, input }) => ({ data: await searchPeople(ctx, input.busca) }),
})

/** What anonymising would do, and what stands in its way: shown before anybody confirms. */
export const previa = action(lgpd, 'previa', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'O que a anonimização de uma pessoa faz, e o que a impede.',
  input: v.object(who),
  answer: v.object({
    nome: v.string(),
    registros: v.array(row),
    pendencias: v.array(v.string()),
    efeitos: v.array(v.string()),
  }),
  run: async ({ ctx, input }) => {
    const subject = await subjectOf(ctx, input.recurso, input.registro_id)
    return {
      nome: subject.name,
      registros: subject.records.map(({ register, record }) => ({
        recurso: register.resource.name,
        titulo: register.resource.title,
        id: record.id,
        nome: record[register.name],
      })),
      pendencias: await pendingOf(ctx, subject),
      efeitos: await effectsOf(ctx, subject),
    }
  },
})

/** What is lost and what is kept, in sentences. */
export async function effectsOf(ctx: Ctx, subject: Subject): Promise<string[]> {
  let files = 0
  for (const { register, record } of subject.records) {
    const [row] = await rowsOf(
      ctx,
      sql`select count(*)::int as n from anexo where anexable_type = ${register.resource.name} and anexable_id = ${record.id}`,
    )
    files += Number(row?.n ?? 0)
  }
  const until = await keptUntil(ctx, subject)
  return [
    `${subject.records.length === 1 ? 'O cadastro perde' : `${subject.records.length} cadastros perdem`} nome, CPF, contatos e endereço, também no histórico de alterações.`,
    'E-mails da fila, endereços de entrega e seus lugares no mapa, intenções de compra, fotos e mensagens de chat que a pessoa escreveu são apagados.',
    ...(files > 0 ? [`${files} ${files === 1 ? 'anexo é apagado' : 'anexos são apagados'}.`] : []),
    until === null
      ? 'Não há documentos fiscais a guardar.'
      : `Os documentos fiscais continuam mostrando o que mostram até ${until.split('-').toReversed().join('/')} (CTN, art. 173 e 195).`,
    'Não pode ser desfeito.',
  ]
}

export const anonimiza = action(lgpd, 'anonimiza', {
  on: 'collection',
  right: 'edit',
  summary: 'Anonimiza uma pessoa em todos os cadastros, para sempre. `confirma` é o nome dela, como está no cadastro.',
  input: v.object({
    ...who,
    motivo: v.pipe(shortText(500), v.minLength(5, 'Informe o motivo.')),
    confirma: shortText(200),
  }),
  answer: v.object({ anonimizados: v.number() }),
  run: async ({ ctx, input }) => {
    const subject = await subjectOf(ctx, input.recurso, input.registro_id)
    if (input.confirma.trim() !== subject.name.trim())
      throw invalid({ confirma: [`Para confirmar, escreva o nome como está no cadastro: ${subject.name}.`] })
    return anonymise(ctx, subject, input.motivo)
  },
})

export const expurga = action(lgpd, 'expurga', {
  on: 'collection',
  right: 'edit',
  summary:
    'Esvazia o que documentos com prazo legal vencido mostram de pessoas já anonimizadas; o servidor também o faz toda noite.',
  input: nothing,
  answer: v.object({ expurgados: v.number() }),
  run: async ({ ctx }) => {
    if (!(await reachesAll(ctx)))
      throw badRequest('Só quem tem acesso a todas as empresas pode expurgar.', 'all_companies')
    return purge(ctx)
  },
})
