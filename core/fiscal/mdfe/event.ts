import { readAccessKey, requireKeyShape } from '../access-key'
import { documentId } from '../document-id'
import type { Branch, Written } from '../layout/write'
import type { TpAmb } from '../services/requests'
import { taxIdName } from '../services/write-xml'
import { writeMdfe } from './manifest-xml'

/** What a manifest's events say, by their official number. */
export type ManifestEventDetail =
  /** Cancelled before the journey: `xJust` of 15 to 255 letters. */
  | { readonly tpEvento: '110111'; readonly nProt: string; readonly xJust: string }
  /** Closed on a day (YYYY-MM-DD) in a town; `cUF` 99 and town 9999999 beyond the border. */
  | {
      readonly tpEvento: '110112'
      readonly nProt: string
      readonly dtEnc: string
      readonly cUF: string
      readonly cMun: string
    }
  /** One more driver. */
  | { readonly tpEvento: '110114'; readonly xNome: string; readonly CPF: string }
  /** Notes that were loaded later, of a manifest that said so (indCarregaPosterior). */
  | {
      readonly tpEvento: '110115'
      readonly nProt: string
      readonly cMunCarrega: string
      readonly xMunCarrega: string
      readonly infDoc: readonly {
        readonly cMunDescarga: string
        readonly xMunDescarga: string
        readonly chNFe: string
      }[]
    }

/** An event of a manifest. */
export type ManifestEvent = ManifestEventDetail & {
  readonly tpAmb: TpAmb
  /** Of the issuer. */
  readonly CNPJ_CPF: string
  readonly chMDFe: string
  /** With the offset: `2026-11-20T10:00:00-03:00`. */
  readonly dhEvento: string
  readonly nSeqEvento: number
}

/** An event to be signed (`infEvento` is what the signature is of), and what the layout refuses of it. Throws `invalid_document_id` or `invalid_access_key` for parts that cannot be. */
export function manifestEventXml(event: ManifestEvent): Written {
  const { tpEvento, tpAmb, CNPJ_CPF, dhEvento, nSeqEvento } = event
  const chMDFe = requireKeyShape(event.chMDFe)
  return writeMdfe('eventoMDFe', 'TEvento', {
    '@versao': '3.00',
    infEvento: {
      '@Id': documentId('eventoMDFe', { tpEvento, chave: chMDFe, nSeqEvento }),
      cOrgao: readAccessKey(chMDFe).parts?.cUF,
      tpAmb,
      [taxIdName(CNPJ_CPF)]: CNPJ_CPF,
      chMDFe,
      dhEvento,
      tpEvento,
      nSeqEvento: String(nSeqEvento),
      detEvento: { '@versaoEvento': '3.00', ...detail(event) },
    },
  })
}

function detail(event: ManifestEvent): Branch {
  switch (event.tpEvento) {
    case '110111':
      return { evCancMDFe: { descEvento: 'Cancelamento', nProt: event.nProt, xJust: event.xJust } }
    case '110112': {
      const { nProt, dtEnc, cUF, cMun } = event
      return { evEncMDFe: { descEvento: 'Encerramento', nProt, dtEnc, cUF, cMun } }
    }
    case '110114':
      return {
        evIncCondutorMDFe: { descEvento: 'Inclusao Condutor', condutor: { xNome: event.xNome, CPF: event.CPF } },
      }
    case '110115': {
      const { nProt, cMunCarrega, xMunCarrega, infDoc } = event
      const documents = infDoc.map((one) => ({ ...one, chNFe: requireKeyShape(one.chNFe) }))
      return { evIncDFeMDFe: { descEvento: 'Inclusao DF-e', nProt, cMunCarrega, xMunCarrega, infDoc: documents } }
    }
  }
}
