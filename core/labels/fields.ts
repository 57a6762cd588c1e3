/** What labels of a kind can say: by the name that stands in braces, what people call it. */

const EVERY = { empresa: 'Empresa', data: 'Data da impressão' }

/** Fields of a label of goods. */
export const PRODUCT_LABEL_FIELDS = {
  codigo: 'Código',
  xProd: 'Descrição',
  xProdSimple: 'Descrição reduzida',
  codigo_barras: 'EAN, ou o código onde não há',
  cEAN: 'EAN',
  link: 'Endereço GS1 (para QR)',
  preco: 'Preço',
  un: 'Unidade',
  NCM: 'NCM',
  grupo: 'Grupo',
  fabricante: 'Fabricante',
  cor: 'Cor',
  quantidade: 'Quantidade na embalagem',
  volume: 'Volume (01/05)',
  local: 'Local de estoque',
  ...EVERY,
} as const

/** Fields of a label of one volume that came in: which one it is, what of which lot, and where from. */
export const TRACKING_LABEL_FIELDS = {
  ...PRODUCT_LABEL_FIELDS,
  etiqueta: 'Código da etiqueta',
  nLote: 'Lote',
  dVal: 'Validade',
  fornecedor: 'Fornecedor',
  nNF: 'Nota',
  peso: 'Peso bruto (kg)',
  via: 'Via, da segunda em diante',
} as const

/** Fields of the label of a pallet or a box: what it is, what is on it, and where it lies. */
const UNIT_LABEL_FIELDS = {
  etiqueta: 'Código da etiqueta',
  tipo: 'Palete ou caixa',
  volumes: 'Quantos volumes',
  conteudo: 'O que está nele',
  local: 'Local de estoque',
  via: 'Via, da segunda em diante',
  ...EVERY,
} as const

/** Fields of the label of one volume that goes out: whose it is, which one of how many, and the way that it takes. */
const PICKING_LABEL_FIELDS = {
  codigo12: 'Código da separação (12 dígitos)',
  separacao_id: 'Separação',
  venda_id: 'Venda',
  cliente: 'Cliente',
  volume: 'Volume (01/05)',
  volumes: 'Quantos volumes',
  rota: 'Rota',
  transportadora: 'Transportadora',
  cidade: 'Cidade',
  uf: 'UF',
  peso: 'Peso (kg)',
  ...EVERY,
} as const

/** What a label is for. */
export const LABEL_USES = {
  mercadoria: 'Produto',
  gondola: 'Gôndola',
  rastreio: 'Rastreio',
  unitizador: 'Palete ou caixa',
  separacao: 'Separação',
} as const
export type LabelUse = keyof typeof LABEL_USES

/** The fields that labels of a use may hold. */
export const LABEL_FIELDS: Readonly<Record<LabelUse, Readonly<Record<string, string>>>> = {
  mercadoria: PRODUCT_LABEL_FIELDS,
  gondola: PRODUCT_LABEL_FIELDS,
  rastreio: TRACKING_LABEL_FIELDS,
  unitizador: UNIT_LABEL_FIELDS,
  separacao: PICKING_LABEL_FIELDS,
}

/** A record to look at while a label is being made. */
export const SAMPLE: Readonly<Record<string, string>> = {
  codigo: '1024',
  xProd: 'Parafuso sextavado zincado 8 × 40 mm, caixa com 100',
  xProdSimple: 'Parafuso sext. 8 × 40',
  codigo_barras: '7891000315507',
  cEAN: '7891000315507',
  link: 'https://id.gs1.org/01/07891000315507',
  preco: '48,90',
  un: 'CX',
  NCM: '7318.15.00',
  grupo: 'Fixação',
  fabricante: 'Metalúrgica Exemplo',
  cor: 'Zincado',
  quantidade: '100',
  volume: '01/05',
  local: 'A-03-2',
  empresa: 'Minha empresa',
  data: '26/11/2026',
  etiqueta: '000000000001024',
  nLote: 'L2611',
  dVal: '30/06/2027',
  fornecedor: 'Metalúrgica Exemplo',
  nNF: '4711',
  via: '',
  tipo: 'Palete',
  volumes: '12 volumes',
  conteudo: '1.200 CX Parafuso sextavado zincado 8 × 40 mm',
  codigo12: '000000004821',
  separacao_id: '4821',
  venda_id: '48213',
  cliente: 'Construções São João Ltda.',
  rota: 'Rota 12 · Zona Sul',
  transportadora: 'Transportes Expresso Sul',
  cidade: 'Ribeirão Preto',
  uf: 'SP',
  peso: '18,450',
}

/** `n/total` of a volume, two digits at least: 01/05. */
export const volumeText = (n: number, total: number): string =>
  [n, total].map((number) => String(number).padStart(2, '0')).join('/')
