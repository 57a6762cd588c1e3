import { boolean, list, number, object, ref, type Routes, text } from '../platform/served'
import { mountLauncher } from './launcher'
import { printRoutes } from './routes'

const tag = 'Relatórios'
const about = { rel_name: text(), title: text(), description: text(), category: text() }
const filters = { orientation: text('P ou L'), simple: boolean('Sem o que fica acima da tabela') }
const OWN = 'e os filtros do relatório, como o formulário os diz'

const launcher: Routes = {
  mount: mountLauncher,
  shapes: { report: object({ ...about, favorito: boolean() }) },
  tells: [
    {
      path: '/api/relatorios.json',
      method: 'get',
      summary: 'Os relatórios que se pode executar',
      tag,
      answer: object({ data: list(ref('report')) }),
    },
    {
      path: '/api/relatorios/{rel_name}/favorito',
      method: 'put',
      summary: 'Marca ou desmarca um favorito',
      tag,
      body: object({ favorito: boolean() }),
      answer: object({ favorito: boolean() }),
    },
    {
      path: '/reporting/form/{rel_name}',
      method: 'get',
      summary: 'O formulário de um relatório: colunas, filtros e seus valores iniciais',
      tag,
      answer: object({
        ...about,
        orientation: text('P ou L'),
        columns: list(object({ field: text(), label: text() })),
        chart: boolean('Tem gráfico: /reporting/dados'),
        filters: list(object({ name: text(), names: list(text()), label: text(), kind: text() })),
        initial: object({}),
      }),
    },
    {
      path: '/reporting/csv/{rel_name}',
      method: 'get',
      summary: `O relatório em CSV, até 1.000.000 de linhas; ${OWN}`,
      tag,
      answer: 'CSV',
    },
    {
      path: '/reporting/xlsx/{rel_name}',
      method: 'get',
      summary: `O relatório em XLSX, até 100.000 linhas; ${OWN}`,
      tag,
      answer: 'XLSX',
    },
    {
      path: '/reporting/dados/{rel_name}',
      method: 'get',
      summary: `O relatório como gráfico, até 60 barras, com o endereço da lista de que cada número é feito; ${OWN}`,
      tag,
      answer: object({
        valor: text('O que as barras medem'),
        formato: text('Como se lê: money, quantity, integer'),
        desenho: text('barras ou linha'),
        data: list(
          object({ nome: text(), valor: number(), endereco: text('Da lista ou do registro de que o número é feito') }),
        ),
        mais: boolean('Há mais do que as que vieram'),
      }),
    },
    {
      path: '/reporting/html/{rel_name}',
      method: 'get',
      summary: `O relatório como página; ${OWN}`,
      tag,
      query: { ...filters, linhas: text('Só as primeiras') },
      answer: 'Página HTML',
    },
    {
      path: '/reporting/pdf/{rel_name}',
      method: 'get',
      summary: `O relatório em PDF; ${OWN}`,
      tag,
      query: filters,
      answer: 'PDF',
    },
  ],
}

const own = { conteudo: text('linhas: não os grupos, onde há') }

/** Outputs of reports that people put together, by their number. */
const ownOutputs: Routes = {
  // They are served with the launcher's, which they share.
  mount: () => undefined,
  tells: [
    {
      path: '/api/relatorios/proprio/{id}/html',
      method: 'get',
      summary: 'Um relatório próprio como página',
      tag,
      query: { ...filters, ...own },
      answer: 'Página HTML',
    },
    {
      path: '/api/relatorios/proprio/{id}/pdf',
      method: 'get',
      summary: 'Um relatório próprio em PDF',
      tag,
      query: { ...filters, ...own },
      answer: 'PDF',
    },
    {
      path: '/api/relatorios/proprio/{id}/export',
      method: 'get',
      summary: 'Um relatório próprio em XLSX ou CSV',
      tag,
      query: { format: text('xlsx ou csv'), ...own },
      answer: 'XLSX ou CSV',
    },
  ],
}

/** Prints of records, then reports: a print's address stands before the pattern that would take it for a report. */
export const reportRoutes: readonly Routes[] = [printRoutes, launcher, ownOutputs]
