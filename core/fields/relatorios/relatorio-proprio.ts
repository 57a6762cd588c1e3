import { f } from '../field'
import { empresaId } from '../kit'

/** How what is gathered is drawn. */
export const CHARTS = { nenhum: 'Sem gráfico', barras: 'Barras', linha: 'Linha', pizza: 'Pizza' } as const

/** A report that people put together of any register: what it shows, of which records, in which order. */
export const relatorioProprioFields = {
  empresa_id: empresaId(),
  nome: f.text('Nome', { max: 80 }).required(),
  descricao: f.text('Descrição', { max: 200 }),
  recurso: f.text('Cadastro', { max: 60, format: 'recurso', doc: 'Nome do recurso cujos registros mostra' }).required(),
  colunas: f.json('Colunas', { doc: 'Lista de {field, label}: de 1 a 40, na ordem em que aparecem' }).required(),
  filtros: f.json('Filtros', { doc: '{search, searchJoin, where, between, custom}: como os de uma lista' }),
  ordem: f.json('Ordem', { doc: '{field, descending}; vazia, a da lista' }),
  grupo: f.text('Agrupado por', { max: 80, doc: 'Campo pelo qual os registros se juntam' }),
  somas: f.json('Somas', { doc: 'Colunas que se somam' }),
  grafico: f
    .choice('Gráfico', CHARTS, { doc: 'Do agrupamento; linha, só por data; pizza, de uma soma' })
    .default('nenhum'),
  orientacao: f.choice('Orientação', { P: 'Retrato', L: 'Paisagem' }).default('P'),
  compartilhado: f.boolean('Compartilhado', { doc: 'Outros também o executam; senão, só o autor o vê' }).default(false),
  usuario_id: f.author('Autor'),
}
