ALTER TABLE "rota_venda" ADD COLUMN "sem_peso" boolean DEFAULT false NOT NULL;
ALTER TABLE "rota_venda" ADD COLUMN "sem_volumes" boolean DEFAULT false NOT NULL;
ALTER TABLE "roteirizacao_entrega" ADD COLUMN "sem_peso" boolean DEFAULT false NOT NULL;
ALTER TABLE "roteirizacao_entrega" ADD COLUMN "sem_volumes" boolean DEFAULT false NOT NULL;
