import { boolean, list, number, object, type Routes, text } from '../platform/served'
import { mountMap } from './map'

/** What deliveries serve beside their resources. */
export const deliveryRoutes: readonly Routes[] = [
  {
    mount: mountMap,
    tells: [
      {
        path: '/api/mapa',
        method: 'get',
        summary: 'De onde vêm as imagens do mapa, e se o traçado das ruas é conhecido',
        tag: 'Mapa',
        answer: object({ tiles: text('Endereço com {z}, {x} e {y}'), credito: text(), caminhos: boolean() }),
      },
      {
        path: '/api/mapa/caminhos',
        method: 'post',
        summary: 'Como as ruas correm entre as paradas de rotas',
        tag: 'Mapa',
        body: object({ rotas: list(list(list(number()))) }, 'Rotas de lugares [longitude, latitude]'),
        answer: object({
          caminhos: object({}, 'Por trecho (lon,lat;lon,lat com cinco casas), a linha codificada (polyline)'),
        }),
      },
    ],
  },
]
