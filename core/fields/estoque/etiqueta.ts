import { LABEL_USES } from '../../labels/fields'
import { ALIGNMENTS, ELEMENT_KINDS, MOST_LINES, RESOLUTIONS, SIDES } from '../../labels/label'
import { PAPER_NAMES } from '../../labels/sheet'
import { LANGUAGES, MEDIA } from '../../labels/template'
import { f } from '../field'
import { empresaId } from '../kit'

/** A length on a label or a sheet, in mm. */
const length = (label: string) => f.decimal(label, 2, { min: 0, max: SIDES.max }).default(0)
const side = (label: string) => f.decimal(label, 2, SIDES).required()

/** A template of labels: their size, and what they are printed on. */
export const etiquetaModeloFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 80 }).required(),
  uso: f.choice('Para', LABEL_USES).default('mercadoria'),
  midia: f.choice('Impressa em', MEDIA).default('folha'),
  largura: side('Largura (mm)'),
  altura: side('Altura (mm)'),
  dpi: f.option('Resolução', RESOLUTIONS).default(203),
  papel: f.choice('Papel', PAPER_NAMES).default('a4'),
  colunas: f.integer('Colunas', { min: 1, max: 20 }).default(1),
  linhas: f.integer('Linhas por folha', { min: 1, max: 40 }).default(1),
  margem_x: length('Margem à esquerda (mm)'),
  margem_y: length('Margem acima (mm)'),
  espaco_x: length('Entre colunas (mm)'),
  espaco_y: length('Entre linhas (mm)'),
  linguagem: f.choice('Linguagem da impressora', LANGUAGES).default('zpl'),
  impressora: f.text('Impressora', { max: 100, doc: 'Nome dela no computador do agente de impressão' }),
  bartender: f.text('Arquivo do BarTender', { max: 200, doc: 'O BarTender desenha a etiqueta, e recebe só os campos' }),
  tipo_etiqueta: f.integer('Tipo de etiqueta', { min: 1, max: 9, doc: 'Produtos deste tipo propõem este modelo' }),
  ativo: f.boolean('Ativo').default(true),
}

/** An element of a template. */
export const etiquetaElementoFields = {
  empresa_id: empresaId(),
  etiqueta_modelo_id: f.ref('Modelo', 'etiqueta_modelo').required(),
  tipo: f.choice('Tipo', ELEMENT_KINDS).required(),
  valor: f.text('Texto e campos', { max: 300, doc: 'Campos entre chaves: R$ {preco}' }),
  x: length('Da esquerda (mm)'),
  y: length('De cima (mm)'),
  largura: length('Largura (mm)'),
  altura: f
    .decimal('Altura (mm)', 2, { min: 0, max: SIDES.max, doc: 'Da letra, das barras com o número, da caixa' })
    .default(0),
  linhas: f.integer('Linhas', { min: 1, max: MOST_LINES }).default(1),
  alinha: f.option('Alinhamento', ALIGNMENTS).default(0),
  negrito: f.boolean('Negrito').default(false),
  legivel: f.boolean('Número sob as barras').default(true),
}
