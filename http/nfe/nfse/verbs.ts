import * as v from 'valibot'
import { addDays } from '../../../core/br/civil-date'
import { CANCEL_REASONS, CITY_HALL, CITY_HALL_WARNING, REPLACE_REASONS } from '../../../core/fields/nfse/nfse'
import { addressesOf, letterInput, QUEUED } from '../../financeiro/letter'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { insert, load, update } from '../../platform/engine/write'
import { nothing, shortText } from '../../platform/inputs'
import { rehearse } from '../../platform/savepoint'
import { advance, step } from '../../platform/step'
import { trialOf } from '../../platform/trial'
import { problemAnswer } from '../problem-answer'
import { danfsesApart } from './danfse-apart'
import { undoOrder } from './effects'
import { queueNfseEvent, queueSubstitution } from './events'
import { assertIssuable, issueNfse, triedDps } from './issue'
import { lockedNfse } from './live'
import { drawnOf, mailNfse, takersAddresses } from './mail'
import { type Nfse, nfse } from './nfse'
import { cancelDays } from './source'
import { followTaxes } from './taxes'

/** Numbers, signs and sends a draft. Throws 422 `note_refused` with all that stands in the way, under the fields where it is mended. */
export const emite = step(nfse, 'emite', {
  summary: 'Emite a NFS-e: confere, numera, assina e envia ao sistema dela.',
  run: async ({ ctx, record }) => {
    await assertIssuable(ctx, record)
    return { set: await issueNfse(ctx, record) }
  },
})

/** What would stand in the way of issuing a note now, and what it would come to. Nothing is written, and no number is taken. */
export const confere = action(nfse, 'confere', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Confere a NFS-e como ela sairia agora: tudo o que a impede, com o lugar onde se corrige, e os valores.',
  input: nothing,
  answer: v.object({
    problemas: v.array(problemAnswer),
    vISSQN: v.nullable(v.string()),
    vTotalRet: v.nullable(v.string()),
    vLiq: v.nullable(v.string()),
  }),
  run: async ({ ctx, record }) => {
    const { problems, amounts } = await triedDps(ctx, record)
    const shown = (name: 'vISSQN' | 'vTotalRet' | 'vLiq') => amounts?.[name].toFixed(2) ?? null
    return {
      problemas: [...problems],
      vISSQN: shown('vISSQN'),
      vTotalRet: shown('vTotalRet'),
      vLiq: shown('vLiq'),
    }
  },
})

const correction = v.object({
  cMotivo: v.optional(v.nullable(v.picklist(Object.keys(REPLACE_REASONS), 'Escolha o motivo da substituição.'))),
  xMotivo: v.optional(v.nullable(shortText(255))),
})
const LEAST_WORDS = 15

/**
 * Corrects a note (E3-135, T3-055). One that was refused is read from its order again, signed anew with the same number and sent. In the place of one that is in force
 * another is issued, of the same services, which names it (chSubstda); once that is authorised the first is ended by the event of its substitution. Throws 422 without a
 * reason, and what issuing throws.
 */
export const corrigir = action(nfse, 'corrigir', {
  on: 'record',
  right: 'edit',
  verb: 'corrigir',
  summary:
    'Corrige a NFS-e. Rejeitada: lê de novo os cadastros e a ordem e reenvia com o mesmo número. Autorizada: emite outra, que a substitui; o faturamento fica.',
  input: correction,
  answer: v.object({ nfse: v.object({ id: v.number(), nDPS: v.nullable(v.number()) }) }),
  run: async ({ ctx, record, input: { cMotivo, xMotivo } }) => {
    if (record.dhAutorizacao === null) {
      await assertIssuable(ctx, record)
      const set = await issueNfse(ctx, record)
      await advance(ctx, nfse, record, 'reenvia', set)
      return { nfse: { id: record.id, nDPS: Number(set.nDPS) } }
    }
    if (!cMotivo) throw invalid({ cMotivo: ['Escolha o motivo da substituição.'] })
    const words = xMotivo?.trim() ?? ''
    if ((cMotivo === '99' || words !== '') && words.length < LEAST_WORDS)
      throw invalid({ xMotivo: [`Descreva o motivo da substituição: no mínimo ${LEAST_WORDS} caracteres.`] })
    const other = await insert(
      ctx,
      nfse,
      copyOf(record, { cMotivoSubst: cMotivo, xMotivoSubst: words === '' ? null : words }),
    )
    await update(ctx, nfse, record, { substituta_id: other.id }, 'corrigir')
    const set = await issueNfse(ctx, other)
    await advance(ctx, nfse, other, 'emite', set)
    return { nfse: { id: other.id, nDPS: Number(set.nDPS) } }
  },
})

/** What a note is of and what was said of it by hand; the rest is read anew when it is signed. */
function copyOf(note: Nfse, why: { readonly cMotivoSubst: string; readonly xMotivoSubst: string | null }) {
  const { empresa_id, ordem_servico_id, servico_id, cliente_id, xTomador, dCompet, cMunPrestacao } = note
  const { xDescServ, tpRetISSQN, vDedRed, vRetIRRF, vRetCP, vRetCSLL, infCompl, id: substitui_id } = note
  const of = { empresa_id, ordem_servico_id, servico_id, cliente_id, xTomador, dCompet, cMunPrestacao, substitui_id }
  return { ...of, xDescServ, tpRetISSQN, vDedRed, vRetIRRF, vRetCP, vRetCSLL, infCompl, ...why }
}

/** Sends the event of a substitution again that was refused: the note and the one that took its place are both in force until then. */
export const substitui = step(nfse, 'substitui', {
  summary: 'Envia de novo o pedido de substituição da NFS-e pela que tomou o lugar dela.',
  run: async ({ ctx, record }) => queueSubstitution(ctx, record, await load(ctx, nfse, Number(record.substituta_id))),
})

/** Instants are read in the company's time: the day of one is the company's. */
const isOver = async (ctx: Ctx, note: Nfse): Promise<boolean> => {
  const days = await cancelDays(ctx, note)
  return days !== undefined && addDays(String(note.dhEmi).slice(0, 10), days) < ctx.clock.today()
}

/**
 * Asks the national system to cancel a note (E3-136, T3-056): an error of issue, a service that was not done, or another reason, in more than 15 characters. Past the
 * term of its city (`nfse_municipio`) the city is asked, which decides. The note is cancelled, and its order's invoicing taken back, by the answer alone. Throws what keeps
 * that from being taken back.
 */
export const cancelar = step(nfse, 'cancelar', {
  summary:
    'Pede o cancelamento da NFS-e; aceito, desfaz o faturamento da ordem. Passado o prazo do município, pede a análise dele.',
  input: { cMotivo: v.optional(v.picklist(Object.keys(CANCEL_REASONS).map(Number), 'O motivo é 1, 2 ou 9.'), 9) },
  run: async ({ ctx, record, reason, input: { cMotivo } }) => {
    // What keeps the invoicing from being taken back is said now, not when the system has cancelled the note.
    await rehearse(ctx, async () => {
      await advance(ctx, nfse, record, 'anula')
      await followTaxes(ctx, record.ordem_servico_id)
      await undoOrder(ctx, record)
    })
    const late = await isOver(ctx, record)
    if (late) trialOf(ctx)?.notes.push({ frase: 'Passou o prazo do município: ele decide se a nota é cancelada.' })
    if (record.CodigoMunicipio === String(CITY_HALL)) trialOf(ctx)?.notes.push({ frase: CITY_HALL_WARNING })
    if (record.sistema === 'manual') {
      trialOf(ctx)?.notes.push({ frase: 'Cancele a nota no sistema do município, e informe aqui que foi cancelada.' })
      return
    }
    await queueNfseEvent(ctx, record, {
      tpEvento: late ? '101103' : '101101',
      cMotivo: String(cMotivo),
      xMotivo: (reason ?? '').slice(0, 255),
    })
  },
})

/** Gives up a note that was refused: the number of its declaration has no note, which is explained and not voided. The one whose place it was to take stays in force. */
export const abandona = step(nfse, 'abandona', {
  summary: 'Abandona uma NFS-e rejeitada: o número da DPS fica sem nota.',
  run: async ({ ctx, record }) => {
    if (record.substitui_id === null) return
    const replaced = await lockedNfse(ctx, record.substitui_id)
    await update(ctx, nfse, replaced, { substituta_id: null }, 'não foi substituída')
  },
})

/** Says that a note was cancelled at the city hall, too (R3-143). */
export const confirmaPrefeitura = step(nfse, 'confirmaPrefeitura', {
  summary: 'Confirma que a NFS-e foi cancelada também na prefeitura.',
})

/** Mails a note's XML and paper (DANFSe) to the addresses that are given, else to its customer (E3-137). The paper is drawn apart, before. Throws 422 without an address, 503 when mail is not set up. */
export const sendMail = action(nfse, 'sendMail', {
  on: 'record',
  right: 'edit',
  verb: 'sendMail',
  summary: 'Envia a NFS-e por e-mail: o XML e o DANFSe em PDF.',
  input: letterInput,
  answer: said,
  ask: async ({ ctx, record }) => {
    const drawn = await drawnOf(ctx, record)
    return async () => drawn && { ...drawn, pdf: await danfsesApart([drawn]) }
  },
  run: async ({ ctx, record, input: { email, texto }, asked }) => {
    const to = email ? addressesOf(email) : await takersAddresses(ctx, record)
    if (to.length === 0) throw invalid({ email: ['O cliente não tem e-mail: informe um.'] })
    if (record.sistema === 'manual')
      throw badRequest('O XML e o papel desta NFS-e são os do município: envie-os de lá.', 'by_hand')
    if (!asked) throw badRequest('Esta NFS-e ainda não foi autorizada.', 'not_authorised')
    const { xml, pdf, ended } = asked
    await mailNfse(ctx, record, { to, texto, xml, pdf, aconteceu: ended === 'cancelada' ? 'cancelada' : 'autorizada' })
    return QUEUED
  },
})
