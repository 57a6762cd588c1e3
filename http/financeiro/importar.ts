import { invalid } from '../platform/errors'
import { assertXhr } from '../platform/app'
import { uploadForm } from '../platform/body'
import { change } from '../platform/routes'
import { list, object, type Routes, text } from '../platform/served'
import { tableFile } from '../cadastros/importacao/routes'
import { previewFile } from './lote'

const UPLOAD = { limit: 6 * 1024 * 1024, hint: 'Envie o arquivo como multipart/form-data, no campo file.' }
const PATH = '/api/financeiro/contas_receber/importar'

/** A file of receivables is read and shown (E3-073); `geraContasLote` takes what was looked at. */
export const receivableImport: Routes = {
  mount: (app, services) => {
    app.post(PATH, async (c) => {
      assertXhr(c)
      const file = (await uploadForm(c, UPLOAD)).get('file')
      if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
      const name = file.name.toWellFormed().replaceAll(/\p{C}/gu, '').slice(-200) || 'arquivo'
      return change(services, c, (ctx) => previewFile(ctx, tableFile(file, name)))
    })
  },
  tells: [
    {
      path: PATH,
      method: 'post',
      summary:
        'Lê um arquivo de contas a receber (CSV ou XLSX) e mostra o que ele traz, com o que está errado; nada é gravado',
      tag: 'Conta a receber',
      body: object({ file: text('O arquivo') }),
      answer: object({
        dados_importacao: object({ arquivo: text(), hash: text(), avisos: list(text()), colunas: list(object({})) }),
        lote_list: list(object({ erros: list(text()) })),
      }),
    },
  ],
}
