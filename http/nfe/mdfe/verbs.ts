import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { motorista } from '../../cadastros/motorista'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { rowsOf } from '../../platform/context'
import { find } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { dateInput, identifier, nothing } from '../../platform/inputs'
import { step } from '../../platform/step'
import { askAgain, assertNoneWaits } from '../ask-again'
import { authorisesManifest } from './authorise'
import { buildManifest } from './build'
import { closeByKey, closeOwn } from './close'
import { eventOf, queueManifestEvent } from './events'
import { issueManifest, TRIAL, WAITS } from './issue'
import { mdfe } from './mdfe'

/** Numbers, signs and sends a draft. Throws 422 `manifest_refused` with all that stands in the way, under the fields where it is mended. */
export const emite = step(mdfe, 'emite', {
  summary: 'Emite o MDF-e: confere, numera, assina e envia à SEFAZ.',
  run: async ({ ctx, record }) => ({ set: await issueManifest(ctx, record) }),
})

/** Reads the route of a rejected manifest again, signs it anew with the same number and sends it (E3-117, T3-051). */
export const corrige = step(mdfe, 'corrige', {
  summary: 'Corrige o MDF-e rejeitado: lê de novo a rota e os cadastros, assina com o mesmo número e envia.',
  run: async ({ ctx, record }) => ({ set: await issueManifest(ctx, record) }),
})

const ending = { dtEnc: v.optional(dateInput), cMun: v.optional(identifier) }

/** Asks the authority to close a manifest: its journey is over (E3-118, T3-052). */
export const encerra = step(mdfe, 'encerra', {
  summary:
    'Encerra o MDF-e na SEFAZ: a viagem terminou. cMun e dtEnc dizem onde e quando; sem eles, hoje e na última entrega.',
  input: ending,
  run: ({ ctx, record, input }) => closeOwn(ctx, record, input),
})

/** The layout's longest reason. */
const LONGEST_REASON = 255

/** Asks the authority to cancel a manifest, with a reason of more than 15 characters, within 24 hours and before the journey (E3-119, T3-053, R3-095). It is cancelled by its answer alone. */
export const cancela = step(mdfe, 'cancela', {
  summary: 'Pede o cancelamento do MDF-e à SEFAZ, até 24 horas depois da autorização.',
  run: ({ ctx, record, reason }) => {
    const xJust = (reason ?? '').slice(0, LONGEST_REASON)
    return queueManifestEvent(ctx, eventOf(record), { tpEvento: '110111', nProt: record.nProt ?? '', xJust }, xJust)
  },
})

/** Gives up a rejected manifest. Numbers of manifests are not voided: it keeps its own, without use. */
export const abandona = step(mdfe, 'abandona', {
  summary: 'Abandona um MDF-e rejeitado: o número fica sem uso.',
  run: ({ ctx, record }) => assertNoneWaits(ctx, authorisesManifest, record.id, WAITS),
})

/** Takes over what the authority has under this manifest's number: it is asked for by its key, and where that is not known there the same bytes go again (E3-120, T3-054). */
export const substitui = action(mdfe, 'substitui', {
  on: 'record',
  right: 'edit',
  verb: 'substitui',
  summary: 'Adota o MDF-e que a SEFAZ já tem com esta chave: pergunta por ele e grava o protocolo.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    await askAgain(ctx, authorisesManifest, record.id, 'Este MDF-e ainda não foi enviado.')
    return { message: 'A SEFAZ será consultada pela chave do MDF-e.' }
  },
})

/** Adds a driver to an open manifest (110114). */
export const incluiCondutor = action(mdfe, 'incluiCondutor', {
  on: 'record',
  right: 'edit',
  verb: 'incluiCondutor',
  summary: 'Inclui um motorista no MDF-e aberto.',
  input: v.object({ motorista_id: identifier }),
  answer: said,
  run: async ({ ctx, record, input }) => {
    const driver = await find(ctx, motorista, input.motorista_id)
    const CPF = driver?.CNPJ_CPF ?? ''
    if (!driver || CPF.length !== CPF_LENGTH) throw invalid({ motorista_id: ['Escolha um motorista com CPF.'] })
    const xNome = driver.xNome.slice(0, LONGEST_NAME)
    await queueManifestEvent(ctx, eventOf(record), { tpEvento: '110114', xNome, CPF }, xNome)
    return { message: 'Inclusão do motorista enviada à SEFAZ.' }
  },
})

const CPF_LENGTH = 11
const LONGEST_NAME = 60

/** Adds to a manifest that loads later the authorised notes of its route that it does not have yet (110115). Throws 400 where there are none. */
export const incluiNotas = action(mdfe, 'incluiNotas', {
  on: 'record',
  right: 'edit',
  verb: 'incluiNotas',
  summary: 'Inclui no MDF-e que “carrega depois” as notas autorizadas da rota que ele ainda não tem.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    const { stops, cargo } = await buildManifest(ctx, record, TRIAL)
    const texts = await rowsOf(
      ctx,
      sql`select xml from mdfe_xml where mdfe_id = ${record.id} and "tpEvento" = '110115' and tipo = 'evento_protocolo'`,
    )
    const infDoc = stops.flatMap(({ chNFe, cMun, xMun }) =>
      chNFe === null || texts.some(({ xml }) => String(xml).includes(chNFe))
        ? []
        : [{ cMunDescarga: cMun, xMunDescarga: xMun, chNFe }],
    )
    if (infDoc.length === 0) throw badRequest('A rota não tem notas autorizadas que faltem no MDF-e.', 'nothing_new')
    const { cMun, xMun } = cargo.company
    await queueManifestEvent(
      ctx,
      eventOf(record),
      {
        tpEvento: '110115',
        nProt: record.nProt ?? '',
        cMunCarrega: String(cMun),
        xMunCarrega: String(xMun),
        infDoc,
      },
      `${infDoc.length} ${infDoc.length === 1 ? 'nota' : 'notas'}`,
    )
    return { message: 'Inclusão das notas enviada à SEFAZ.' }
  },
})

/** Closes the manifest that the authority named when it refused this one (611, 662, 462, 686): ours, or one of another system by its key. */
export const encerraAberto = action(mdfe, 'encerraAberto', {
  on: 'record',
  right: 'edit',
  verb: 'encerraAberto',
  summary: 'Encerra o MDF-e aberto que a SEFAZ apontou ao recusar este. Depois de encerrado, reenvie.',
  input: v.object(ending),
  answer: said,
  run: async ({ ctx, record, input }) => {
    await closeByKey(ctx, { ...eventOf(record), chMDFe: record.chAberto ?? '' }, record.nProtAberto, input)
    return { message: 'Encerramento enviado à SEFAZ.' }
  },
})
