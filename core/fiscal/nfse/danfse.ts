import { formatPercent } from '../../br/number'
import { cepText, counts, dayText, dayTimeText, joined, money, phoneText, taxIdText } from '../danfe/write'
import { ABRASF_VERSION } from './abrasf/rps-xml'
import { nfseConsultUrl } from './address'
import type { Dps } from './dps'
import { isAbrasf, type NoteReading, readNote } from './read-note'

/** A title and its value, as the paper shows them. */
export type Shown = readonly [title: string, value: string]

/** The paper of a note of services (DANFSe), in words. */
export interface Danfse {
  /** By which anybody looks it up: its key, or its number and code at the city. */
  readonly key: Shown
  /** Where; null where the city's system says none. */
  readonly url: string | null
  /** Whose layout it is of. */
  readonly layout: string
  readonly test: boolean
  /** Rows of fields under their headings, in the order of the paper. */
  readonly blocks: readonly { readonly title: string; readonly rows: readonly (readonly Shown[])[] }[]
  /** Longer texts under theirs. */
  readonly texts: readonly Shown[]
}

const amount = (value: string | null | undefined): string => (counts(value) ? money(value) : '-')
const plain = (value: string | null | undefined): string => value || '-'

const SIMPLES: Readonly<Record<string, string>> = { 1: 'Não optante', 2: 'Optante - MEI', 3: 'Optante - ME/EPP' }
const ISS: Readonly<Record<string, string>> = {
  1: 'Operação tributável',
  2: 'Imunidade',
  3: 'Exportação de serviço',
  4: 'Não incidência',
}
const HELD: Readonly<Record<string, string>> = {
  1: 'Não retido',
  2: 'Retido pelo tomador',
  3: 'Retido pelo intermediário',
}

/** What the paper of a note shows, by its XML. Throws what `readNote` throws. */
export function danfseOf(xml: string): Danfse {
  const read = readNote(xml)
  const { dps } = read
  return {
    ...(isAbrasf(read)
      ? {
          key: ['CÓDIGO DE VERIFICAÇÃO NO MUNICÍPIO', plain(read.cVerif)],
          url: null,
          layout: `Sistema do município, leiaute ABRASF ${ABRASF_VERSION}`,
        }
      : {
          key: ['CHAVE DE ACESSO DA NFS-e', read.chNFSe],
          url: nfseConsultUrl(read.chNFSe),
          layout: 'Sistema nacional',
        }),
    test: dps?.tpAmb !== '1',
    blocks: [
      { title: 'NOTA', rows: headRows(read) },
      { title: 'EMITENTE DA NFS-e', rows: issuerRows(read) },
      { title: 'TOMADOR DO SERVIÇO', rows: takerRows(dps?.toma) },
      { title: 'SERVIÇO PRESTADO', rows: serviceRows(read) },
      { title: 'TRIBUTAÇÃO MUNICIPAL', rows: cityRows(read) },
      { title: 'TRIBUTAÇÃO FEDERAL', rows: federalRows(read) },
      {
        title: 'VALOR TOTAL DA NFS-e',
        rows: [
          [
            ['Valor do serviço', amount(dps?.valores.vServPrest.vServ)],
            ['Total das retenções', amount(read.valores.vTotalRet)],
            ['Valor líquido', amount(read.valores.vLiq)],
          ],
        ],
      },
    ],
    texts: [
      ['DESCRIÇÃO DO SERVIÇO', plain(dps?.serv.cServ.xDescServ)],
      ['INFORMAÇÕES COMPLEMENTARES', plain(complement(dps, read.xOutInf))],
    ],
  }
}

type Rows = Danfse['blocks'][number]['rows']

const headRows = ({ nNFSe, dhProc, dps }: NoteReading): Rows => [
  [
    ['Número da NFS-e', plain(nNFSe)],
    ['Competência', dayText(dps?.dCompet)],
    ['Emissão da NFS-e', dayTimeText(dhProc)],
  ],
  [
    ['Número da DPS', plain(dps?.nDPS)],
    ['Série da DPS', plain(dps?.serie)],
    ['Emissão da DPS', dayTimeText(dps?.dhEmi)],
  ],
]

const issuerRows = ({ emit, dps, xLocEmi }: NoteReading): Rows => [
  [
    ['CNPJ / CPF', taxIdText(emit)],
    ['Inscrição municipal', plain(emit.IM)],
    ['Telefone', plain(phoneText(emit.fone))],
  ],
  [
    ['Nome', plain(emit.xNome)],
    ['E-mail', plain(emit.email)],
  ],
  [
    ['Município', plain(xLocEmi ?? dps?.cLocEmi)],
    ['Simples Nacional na data da competência', SIMPLES[dps?.prest.regTrib.opSimpNac ?? ''] ?? '-'],
  ],
]

const serviceRows = ({ dps, xTribNac, xTribMun, xNBS, xLocPrestacao }: NoteReading): Rows => [
  [
    ['Código de tributação nacional', joined([dps?.serv.cServ.cTribNac, xTribNac], ' - ')],
    ['Local da prestação', plain(xLocPrestacao)],
  ],
  [
    ['Código de tributação municipal', plain(joined([dps?.serv.cServ.cTribMun, xTribMun], ' - '))],
    ['NBS', plain(joined([dps?.serv.cServ.cNBS, xNBS], ' - '))],
  ],
]

function cityRows({ dps, valores, xLocIncid }: NoteReading): Rows {
  const { tribMun } = dps?.valores.trib ?? {}
  return [
    [
      ['Tributação do ISSQN', ISS[tribMun?.tribISSQN ?? ''] ?? '-'],
      ['Município da incidência', plain(xLocIncid)],
      ['Retenção do ISSQN', HELD[tribMun?.tpRetISSQN ?? ''] ?? '-'],
    ],
    [
      ['Valor do serviço', amount(dps?.valores.vServPrest.vServ)],
      ['Desconto incondicionado', amount(dps?.valores.vDescCondIncond?.vDescIncond)],
      ['Deduções', amount(valores.vCalcDR)],
      ['Benefício municipal', amount(valores.vCalcBM)],
    ],
    [
      ['Base de cálculo', amount(valores.vBC)],
      ['Alíquota aplicada', counts(valores.pAliqAplic) ? formatPercent(valores.pAliqAplic) : '-'],
      ['ISSQN apurado', amount(valores.vISSQN)],
    ],
  ]
}

function federalRows({ dps, IBSCBS }: NoteReading): Rows {
  const { tribFed } = dps?.valores.trib ?? {}
  return [
    [
      ['IRRF retido', amount(tribFed?.vRetIRRF)],
      ['Contribuição previdenciária retida', amount(tribFed?.vRetCP)],
      ['PIS, COFINS e CSLL retidos', amount(tribFed?.vRetCSLL)],
    ],
    [
      ['IBS', amount(IBSCBS?.vIBSTot)],
      ['CBS', amount(IBSCBS?.vCBS)],
      ['Base do IBS e da CBS', amount(IBSCBS?.vBC)],
    ],
  ]
}

function takerRows(toma: Dps['toma']): Rows {
  if (!toma) return [[['Tomador', 'Não identificado']]]
  const { end } = toma
  return [
    [
      ['CNPJ / CPF', taxIdText(toma) || plain(toma.NIF)],
      ['Inscrição municipal', plain(toma.IM)],
      ['Telefone', plain(phoneText(toma.fone))],
    ],
    [
      ['Nome', toma.xNome],
      ['E-mail', plain(toma.email)],
    ],
    [
      ['Endereço', plain(end && joined([end.xLgr, end.nro, end.xCpl, end.xBairro], ', '))],
      ['CEP', plain(cepText(end?.endNac?.CEP))],
    ],
  ]
}

/** What the issuer and the city add, and the taxes that the law has told. */
function complement(dps: Dps | null, xOutInf: string | null): string {
  const { pTotTrib } = dps?.valores.trib.totTrib ?? {}
  const taxes =
    pTotTrib === undefined
      ? undefined
      : `Tributos aproximados (Lei 12.741/2012): federais ${formatPercent(pTotTrib.pTotTribFed)}, estaduais ${formatPercent(pTotTrib.pTotTribEst)}, municipais ${formatPercent(pTotTrib.pTotTribMun)}.`
  const replaced = dps?.subst ? `Substitui a NFS-e de chave ${dps.subst.chSubstda}.` : undefined
  return joined([replaced, dps?.serv.infoCompl?.xInfComp, xOutInf, taxes], '\n')
}
