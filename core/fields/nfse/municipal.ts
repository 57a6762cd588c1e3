import { f } from '../field'

/** Systems that cities have of their own; `manual`: one that nothing is sent to, and whose numbers somebody types. */
const CITY_SYSTEMS = { abrasf: 'Município (ABRASF 2.04)', manual: 'Município, número informado à mão' } as const

/** Whose system makes a note of a declaration: the national one, or the city's own. */
export const NFSE_SYSTEMS = { nacional: 'Sistema nacional', ...CITY_SYSTEMS } as const

/** How a city takes declarations (ABRASF 2.04). */
export const ABRASF_METHODS = {
  GerarNfse: 'Uma a uma (GerarNfse)',
  RecepcionarLoteRpsSincrono: 'Em lote síncrono',
  RecepcionarLoteRps: 'Em lote, respondido depois (RecepcionarLoteRps)',
} as const

/** Why a note is cancelled, in the codes of ABRASF. */
const CANCEL_CODES = {
  1: '1 · Erro na emissão',
  2: '2 · Serviço não prestado',
  3: '3 · Erro de assinatura',
  4: '4 · Duplicidade da nota',
  5: '5 · Erro de processamento',
} as const

const address = (label: string) =>
  f.text(label, {
    max: 300,
    doc: 'Do serviço, sem “?wsdl”',
    normalize: (text) => (/^https:\/\/\S+$/.test(text) ? { ok: text } : { error: 'Informe um endereço https.' }),
  })

/** A city that makes notes of services by a system of its own, in the layout of ABRASF: where it is and what it wants of it. A city without is of the national system. */
export const nfseSistemaFields = {
  cMun: f.ref('Município', 'municipio').required(),
  sistema: f.choice('Sistema', CITY_SYSTEMS).default('abrasf'),
  url_producao: address('Endereço em produção'),
  url_homologacao: address('Endereço em homologação'),
  metodo: f.choice('Recebe as notas', ABRASF_METHODS).default('GerarNfse'),
  serie_rps: f.text('Série do RPS', { max: 5, format: 'code', doc: 'Vazia: a da série de NFS-e da empresa' }),
  assina_rps: f.boolean('Assina cada RPS').default(true),
  assina_lote: f.boolean('Assina o lote e a substituição').default(true),
  substitui: f.boolean('Substitui pelo serviço', { doc: 'Senão a nota é cancelada, e outra emitida' }).default(true),
  codigo_erro: f.option('Código de “Erro na emissão”', CANCEL_CODES).default(1),
  codigo_nao_prestado: f.option('Código de “Serviço não prestado”', CANCEL_CODES).default(2),
  codigo_outros: f.option('Código de “Outros”', CANCEL_CODES).default(1),
  codigos_ausente: f
    .text('Códigos de “RPS não encontrado”', { max: 60, doc: 'Separados por vírgula; só eles dizem que não há nota' })
    .default('E4'),
}

/** What is asked when a note was made at its city by hand. */
export const byHandFields = {
  nNFSe: f
    .text('Número da NFS-e', {
      max: 15,
      format: 'code',
      normalize: (text) => (/^\d{1,15}$/.test(text) ? { ok: text } : { error: 'Informe o número, só com dígitos.' }),
    })
    .required('Informe o número da NFS-e.'),
  cVerif: f.text('Código de verificação', { max: 20, format: 'code' }),
}
