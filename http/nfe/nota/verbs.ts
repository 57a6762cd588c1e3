import * as v from 'valibot'
import { termText } from '../../../core/fiscal/cancel-terms'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { nothing } from '../../platform/inputs'
import { letGo } from '../../platform/series'
import { rehearse } from '../../platform/savepoint'
import { advance, step } from '../../platform/step'
import { cancellationOf, reconcile } from './doubt'
import { trialOf } from '../../platform/trial'
import { askAgain, assertNoneWaits } from '../ask-again'
import { authorisesNote } from './authorise'
import { termNow } from './cancel-term'
import { undoOrigin } from './effects'
import { queueEvent } from './events'
import { issueNote } from './issue'
import { nfe } from './nfe'
import { assertIssuable } from './of-origin'
import { numberOf } from './series-of'

/** Numbers, signs and sends a draft. Throws 422 `note_refused` with all that stands in the way, under the fields where it is mended. */
export const emite = step(nfe, 'emite', {
  summary: 'Emite a nota: confere, numera, assina e envia à SEFAZ.',
  run: async ({ ctx, record }) => {
    await assertIssuable(ctx, record)
    return { set: await issueNote(ctx, record) }
  },
})

/** What is said of a note that was sent and that the authority is asked about. */
const WAITS = 'Esta nota espera a resposta da SEFAZ.'

/** Reads a rejected note's document again, signs it anew with the same number and sends it (E3-124, T3-046). */
export const corrige = step(nfe, 'corrige', {
  summary: 'Corrige a nota rejeitada: lê de novo os cadastros e a venda, assina com o mesmo número e envia.',
  run: async ({ ctx, record }) => {
    await assertNoneWaits(ctx, authorisesNote, record.id, WAITS)
    return { set: await issueNote(ctx, record) }
  },
})

/** Asks the authority to cancel a note, with a reason of more than 15 characters, within its term, or later where its state registers that (155; E3-129, R3-095, R3-096). The note and its document are cancelled by its answer alone. Throws what keeps that from being cancelled. */
export const cancela = step(nfe, 'cancela', {
  summary: 'Pede o cancelamento da nota à SEFAZ; aceito, cancela o documento dela.',
  run: async ({ ctx, record, reason }) => {
    // What keeps its document from being cancelled is said now, not when the authority has cancelled the note.
    await rehearse(ctx, async () => {
      await advance(ctx, nfe, record, 'anula')
      await undoOrigin(ctx, record, reason ?? '')
    })
    const now = await termNow(ctx, record)
    const frase =
      now?.isLate && `Passou o prazo de ${termText(now.term.minutes)}: o estado registra com atraso, e pode multar.`
    if (frase) trialOf(ctx)?.notes.push({ frase })
    const first = now?.isLate ? now.term.lateSequence : undefined
    const wanted = await cancellationOf(ctx, record, reason ?? '')
    await queueEvent(ctx, record, { ...wanted, ...(first === undefined ? {} : { first }) })
  },
})

/** Gives up a rejected note: its number is a gap from now on, to be voided. */
export const abandona = step(nfe, 'abandona', {
  summary: 'Abandona uma nota rejeitada: o número fica por inutilizar.',
  run: async ({ ctx, record }) => {
    await assertNoneWaits(ctx, authorisesNote, record.id, WAITS)
    const number = numberOf(record)
    if (number) await letGo(ctx, number.series, number.nNF)
    await reconcile(ctx, record, true)
  },
})

/** Fewest and most characters of a correction (MOC 7.0, event 110110). */
const CORRECTION = { min: 15, max: 1_000 }

const correction = v.object({
  xCorrecao: v.pipe(
    v.string('Informe o texto da correção.'),
    v.trim(),
    v.minLength(CORRECTION.min, `O texto da correção precisa ter no mínimo ${CORRECTION.min} caracteres.`),
    v.maxLength(CORRECTION.max, `O texto da correção vai até ${CORRECTION.max} caracteres.`),
  ),
})

/** Sends a letter of correction (E3-130, T3-049): each restates all corrections, the next only after the last was answered, 20 a note. */
export const setCCe = action(nfe, 'setCCe', {
  on: 'record',
  right: 'edit',
  verb: 'setCCe',
  summary: 'Envia uma carta de correção: o texto vale por todas as correções da nota.',
  input: correction,
  answer: said,
  run: async ({ ctx, record, input }) => {
    await queueEvent(ctx, record, { tpEvento: '110110', texto: input.xCorrecao })
    return { message: 'Carta de correção enviada à SEFAZ.' }
  },
})

/**
 * Takes over what the authority has under this note's number: it is asked for by every key that the note was ever sent under, and where none is known there the same
 * bytes go again, which changes nothing (E3-128). The way by captcha has ended.
 */
export const substitui = action(nfe, 'substitui', {
  on: 'record',
  right: 'edit',
  verb: 'substitui',
  summary:
    'Adota a nota que a SEFAZ já tem com esta chave: pergunta por ela e grava o protocolo. O captcha não é mais usado.',
  input: v.object({ txtCaptcha: v.optional(v.nullable(v.string())) }),
  answer: said,
  run: async ({ ctx, record }) => {
    await askAgain(ctx, authorisesNote, record.id, 'Esta nota ainda não foi enviada.')
    return { message: 'A SEFAZ será consultada pela chave da nota.' }
  },
})

/** The way by captcha has ended at the national portal: who holds the certificate asks by the web service (E3-127). */
export const getDownloadXmlCaptcha = action(nfe, 'getDownloadXmlCaptcha', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O portal não entrega mais XML por captcha: responde que a consulta é feita com o certificado da empresa.',
  input: nothing,
  answer: v.object({ img: v.null(), message: v.string() }),
  run: () =>
    Promise.resolve({
      img: null,
      message: 'O captcha não é mais necessário: a consulta é feita com o certificado da empresa.',
    }),
})
