import { type App, assertXhr, type Context, type Services } from '../../platform/app'
import { invalid } from '../../platform/errors'
import { change } from '../../platform/routes'
import { importKinds, kindNamed } from './kinds'
import { openSheet, type TableFile } from './sheet/source'
import { stage } from './stage'
import { assertMayImport, checked } from './verbs'
import { bareName, uploadForm } from '../../platform/body'

/** A sheet of a hundred thousand rows has some 20 MB. */
const UPLOAD = { limit: 31 * 1024 * 1024, hint: 'Envie o arquivo como multipart/form-data, no campo file.' }

/** `POST /api/cadastros/importacao/upload` (multipart: tipo, file): reads a table into a new batch. */
export function mountImports(app: App, services: Services): void {
  app.post('/api/cadastros/importacao/upload', async (c) => {
    assertXhr(c)
    const { kind, file } = await uploadOf(c)
    return change(
      services,
      c,
      async (ctx) => {
        assertMayImport(ctx, kind)
        const batch = await stage(ctx, kind, await openSheet(file), file.name)
        return checked(ctx, batch)
      },
      201,
    )
  })
}

async function uploadOf(c: Context) {
  const form = await uploadForm(c, UPLOAD)
  const [file, tipo] = [form.get('file'), form.get('tipo')]
  const kind = typeof tipo === 'string' ? kindNamed(tipo) : undefined
  if (!kind)
    throw invalid({
      tipo: [
        `Informe o cadastro: ${importKinds()
          .map(({ name }) => name)
          .join(', ')}.`,
      ],
    })
  if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
  return { kind, file: tableFile(file, bareName(file.name) || 'arquivo') }
}

/** A file of the platform's own kind, under a name that is safe to show. */
export function tableFile(blob: Blob, name: string): TableFile {
  return {
    name,
    size: blob.size,
    bytes: async () => new Uint8Array(await blob.arrayBuffer()),
    stream: () => blob.stream(),
  }
}
