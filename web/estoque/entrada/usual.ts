import { useEffect } from 'react'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { placesOf } from '../../ui/documents/places'
import type { FormModel } from '../../ui/form/form-model'

/** Suggests what an entry usually is: the operation marked so, and the company's own place. */
export function useUsualEntry(form: FormModel, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const fill = async (): Promise<void> => {
      try {
        const [operations, places] = await Promise.all([
          list('tipo_entrada_saida', { where: { tipo: 0, padrao: 0, ativo: true }, perPage: 1 }),
          list('estoque/armazenamento', { where: { ...placesOf(form.values.value), padrao: true }, perPage: 1 }),
        ])
        const [operation] = operations.data
        const [place] = places.data
        form.suggest({
          ...(operation === undefined ? {} : { tipo_entrada_saida_id: operation.id, tipo_entrada_saida: operation }),
          ...(place === undefined ? {} : { armazenamento_id: place.id, armazenamento: place }),
        })
      } catch (error) {
        toast.error(error)
      }
    }
    void fill()
  }, [form, wanted])
}
