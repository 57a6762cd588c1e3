import { IMAGE_BYTES, IMAGE_TOO_LARGE, NO_IMAGE } from '../../../core/fields/estoque/mercadoria-imagem'
import { put, remove, request } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirmDeletion } from '../../ui/delete-records'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

export const PICTURES = 'estoque/mercadoria/imagem'

/** The pictures of a product, the principal one first; null until they are there. */
export function usePictures(id: number | string): readonly Row[] | null {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id: Number(id) }))
  const answer = useLoaded(`${PICTURES}?where=${where}&perPage=100&orderBy=id&sortedBy=asc`, PICTURES)
  if (!isRecord(answer)) return null
  return rowsOf(answer.data).toSorted((a, b) => Number(b.principal === true) - Number(a.principal === true))
}

export const pictureName = (row: Row): string => textOf(row.filename)
export const pictureAddress = (row: Row, form: 'arquivo' | 'miniatura'): string => `/api/${PICTURES}/${row.id}/${form}`

function changed(): void {
  announce(PICTURES)
  announce('mercadoria')
}

/** Sends pictures one after another; each that is refused says so by its name. */
export async function sendPictures(id: number | string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fault = !file.type.startsWith('image/') ? NO_IMAGE : file.size > IMAGE_BYTES ? IMAGE_TOO_LARGE : undefined
    if (fault !== undefined) {
      toast.danger(fault, { title: file.name })
      continue
    }
    const body = new FormData()
    body.set('file', file)
    try {
      await request('POST', `mercadoria/${id}/uploadImagem`, { body })
    } catch (error) {
      toast.error(error, 'Erro ao fazer upload da imagem')
    }
  }
  changed()
}

export async function makePrincipal(row: Row): Promise<void> {
  try {
    await put(`${PICTURES}/${row.id}`, { principal: true })
  } catch (error) {
    toast.error(error, 'Erro ao definir imagem principal')
  }
  changed()
}

/** Asks, and removes a picture; false when it was left. */
export async function removePicture(row: Row): Promise<boolean> {
  if (!(await confirmDeletion([pictureName(row)]))) return false
  try {
    await remove(`${PICTURES}/${row.id}`)
    toast.success('Registro excluido com sucesso.')
  } catch (error) {
    toast.error(error, 'Erro ao excluir imagem')
  }
  changed()
  return true
}

/** Says why a picture did not come. */
export async function tellNotShown(address: string): Promise<void> {
  const status = await fetch(address).then(
    ({ status }) => String(status),
    () => 'sem conexão',
  )
  toast.danger(`Não foi possível carregar a imagem: ${status}`)
}
