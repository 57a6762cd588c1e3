import { CUSTOM_WORDS } from '../../custom/kinds'
import { isCustomKey } from '../../custom/definition'
import { EXTENSIBLE } from '../../custom/extensible'
import { f } from '../field'

/** A field that a company has of its own on a resource (N3-056). */
export const customFieldFields = {
  empresa_id: f.ref('Empresa', 'empresa', { doc: 'Vazia: o campo é de todas' }),
  alias: f.choice('Cadastro', EXTENSIBLE).required(),
  key: f
    .text('Chave', {
      max: 40,
      format: 'code',
      doc: 'Nome do campo na API: letras minúsculas, números e sublinhado; não muda',
      normalize: (text) =>
        isCustomKey(text)
          ? { ok: text }
          : { error: 'Use letras minúsculas sem acento, números e sublinhado, começando por uma letra.' },
    })
    .required(),
  type: f.choice('Tipo', CUSTOM_WORDS).required(),
  label: f.text('Rótulo', { max: 80 }).required(),
  required: f.boolean('Obrigatório').default(false),
  options: f.json('Opções', { doc: 'Lista de {label, value, color, textColor}: de seleção, etiquetas e busca' }),
  order: f.integer('Ordem', { min: 0, max: 10_000 }).default(0),
  layout: f.json('Posição', { doc: '{col, offset}: largura e recuo em 12 colunas; vazia, a do tipo' }),
  columns: f.json('Colunas', { doc: 'De uma lista: {key, label, type, required, options}' }),
  ui: f.json('Comportamento', {
    doc: '{autocomplete, minChars, decimals}: o recurso em que uma busca procura, as letras que ela espera, as casas decimais',
  }),
  padrao: f.text('Valor inicial', { max: 200 }),
  visible_roles: f.json('Quem vê', { doc: 'Papéis; vazia, todos que veem o registro' }),
  editable_roles: f.json('Quem altera', { doc: 'Papéis; vazia, todos que alteram o registro' }),
  states: f.json('Situações', { doc: 'Situações em que o campo pode ser alterado, embora o documento não' }),
  indexado: f.boolean('Índice', { doc: 'Listas longas são filtradas e ordenadas por ele sem demora' }).default(false),
  dhIndice: f.datetime('Índice pronto em').computed(),
  buscado: f
    .boolean('Na busca', {
      doc: 'A busca livre da lista olha também o texto deste campo, assim que o índice estiver pronto',
    })
    .default(false),
  dhBusca: f.datetime('Busca pronta em').computed(),
  impresso: f.boolean('Sair na impressão', { doc: 'O rótulo e o valor saem no papel do documento' }).default(false),
  ativo: f.boolean('Em uso', { doc: 'Fora de uso, os valores ficam guardados' }).default(true),
}
