/** Words of Portuguese that say the same: short ones, units, and those of other countries. */
export const shortWords = `
tv tevê televisão|bici bicicleta|foto fotografia|moto motocicleta|niver aniversário|facul faculdade universidade|geladeira frigorífico
celular telemóvel|ônibus autocarro|trem comboio|carro automóvel|min minuto minutos|seg segundo segundos|quilo quilograma kg|quilômetro quilómetro km
metro metros|centímetro cm|grama gramas|litro litros|euro euros eur|núm número|doutor médico dr|mamãe mãe|papai pai|app aplicativo aplicação
apê apartamento|prof professor|hora horas
`;
